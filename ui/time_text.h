// Times and counts in words, as every view shows them.
#pragma once

#include <cstdint>
#include <string>

#include "core/trace/trace_info.h"

namespace tp::ui {

// A duration with three to four significant digits and its unit: "1.234 ms", "870 ns"; counts for clocks without one.
std::string durationText(Time units, const ClockInfo& clock);

// To the last unit, digits set apart: "1 234 567 ns".
std::string exactText(Time units, const ClockInfo& clock);

// "12 345", with narrow spaces.
std::string countText(uint64_t count);

// "1.6 GB".
std::string bytesText(uint64_t bytes);

// Nanoseconds worth of clock units; the units themselves where the clock has no length.
double toNs(double units, const ClockInfo& clock);

}  // namespace tp::ui
