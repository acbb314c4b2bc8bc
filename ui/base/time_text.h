// Times and counts in words, as every view shows them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/trace/trace_info.h"

namespace tp::ui {

// A duration with three to four significant digits and its unit: "1.234 ms", "870 ns"; counts for clocks without one.
std::string durationText(Time units, const ClockInfo& clock);

// To the last unit, digits set apart: "1 234 567 ns".
std::string exactText(Time units, const ClockInfo& clock);

// "12 345", with narrow spaces.
std::string countText(uint64_t count);

// "1 call", "12 345 calls": of a noun whose plural ends in an s.
std::string countText(uint64_t count, std::string_view one);

// "1.6 GB".
std::string bytesText(uint64_t bytes);

// Nanoseconds worth of clock units; the units themselves where the clock has no length.
double toNs(double units, const ClockInfo& clock);

}  // namespace tp::ui
