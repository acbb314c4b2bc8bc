// Times of the calendar.
#pragma once

#include <string>

#include "core/trace/trace_info.h"

namespace tp {

// Returns "2010-02-10 17:33:05.123456789 UTC" with as many digits as the clock's wallPrecisionNs allows, or "unknown"
// if the time is out of range. `time` is in ns; the clock must have a wall offset.
std::string wallText(Time time, const ClockInfo& clock);

// Returns a remark on the precision to append to wallText(), ", to the second" for example; empty if it is a
// nanosecond.
std::string_view wallNote(const ClockInfo& clock);

}  // namespace tp
