// Times of the calendar.
#pragma once

#include <string>

#include "core/trace/trace_info.h"

namespace tp {

// "2010-02-10 17:33:05.123456789 UTC", of a clock whose distance to the calendar is known; "unknown" far outside of it.
std::string wallText(Time time, const ClockInfo& clock);

}  // namespace tp
