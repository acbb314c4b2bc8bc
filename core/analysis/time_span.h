// Reads a duration as users write it.
#pragma once

#include <string_view>

#include "core/trace/trace_info.h"

namespace tp {

// Reads "-1.5 ms", "250us" or "12345": a number of clock units or, with a unit after it, of ns, us, ms, s, min or h.
// Returns false for anything else, and for a unit if the clock does not say how long its own units are.
bool parseTimeSpan(std::string_view text, const ClockInfo& clock, Time& out);

}  // namespace tp
