// A stretch of time as people write it.
#pragma once

#include <string_view>

#include "core/trace/trace_info.h"

namespace tp {

// "-1.5 ms", "250us", "12345": a number of the clock's units, or with ns, us, ms, s, min or h behind it. False for
// anything else, and for a unit where the clock does not say how long its own are.
bool parseTimeSpan(std::string_view text, const ClockInfo& clock, Time& out);

}  // namespace tp
