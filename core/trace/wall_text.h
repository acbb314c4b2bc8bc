// Times of the calendar.
#pragma once

#include <string>

#include "core/trace/trace_info.h"

namespace tp {

// "2010-02-10 17:33:05.123456789 UTC", of a clock whose distance to the calendar is known; "unknown" far outside of it.
std::string wallText(Time time, const ClockInfo& clock);

// How exact that is, to stand behind it: ", to the second"; empty of what is known to the nanosecond.
std::string_view wallNote(const ClockInfo& clock);

}  // namespace tp
