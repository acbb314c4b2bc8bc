// Texts of times, counts and sizes, as all views show them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/trace/trace_info.h"

namespace tp {

// Whether a figure is an upper or a lower bound.
enum class Bound : uint8_t { None, AtMost, AtLeast };
// "≤", "≥" or nothing.
const char* boundSign(Bound bound);
// AtMost or None.
constexpr Bound atMostIf(bool bound) {
  return bound ? Bound::AtMost : Bound::None;
}

// A duration with about three significant digits and its unit: "1.23 ms", "870 ns". Only the count if the clock's unit
// has no known length. A bound has its sign before it, and is rounded up or down, so that it stays one: "≤1.24 ms".
std::string durationText(Time units, const ClockInfo& clock, Bound bound = Bound::None);

// "42.3 %" of `whole`, 0 % if that is 0, with the sign of a bound and rounded as one.
std::string percentText(Time part, Time whole, Bound bound = Bound::None);

// A time since some beginning, to the microsecond or, below a millisecond, to the nanosecond: "110.234 ms",
// "3.812345 s". Only the count if the clock's unit has no known length.
std::string offsetText(Time units, const ClockInfo& clock);

// The exact count of units, with digits grouped by narrow spaces: "1 234 567 ns".
std::string exactText(Time units, const ClockInfo& clock);

// "12 345", with narrow spaces.
std::string countText(uint64_t count);

// "1 call", "12 345 calls". `one`: a noun whose plural ends in s.
std::string countText(uint64_t count, std::string_view one);

// "1.6 GB", by powers of 1000.
std::string bytesText(uint64_t bytes);

// Converts clock units to nanoseconds; returns `units` unchanged if their length is not known.
double toNs(double units, const ClockInfo& clock);

}  // namespace tp
