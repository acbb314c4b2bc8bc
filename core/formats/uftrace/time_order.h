// Whether a time in a file is one that its neighbours bear out. A thread may sleep for a day: what leaps is damage only
// where the records after it do not go on from there.
#pragma once

#include <span>
#include <string>

#include "core/trace/trace_info.h"

namespace tp::uftrace {

// Nanoseconds. What lies this close after the record before needs no second look.
inline constexpr Time kStep = Time{1} << 24;
// Records may lie so much before the ones before them: events are given times beside those of the calls.
inline constexpr Time kJitter = 1000;
// Neighbours lie within this of each other, unless their own neighbours say so.
inline constexpr Time kLongGap = Time{3600} * 1000000000;
inline constexpr Time kLongest = Time{30} * 24 * kLongGap;
// So many of the records that follow are asked.
inline constexpr size_t kAsked = 3;
inline constexpr Time kNoTime = INT64_MIN;

inline bool inStep(Time before, Time time) {
  return time >= before - kJitter && time - before <= kStep;
}
inline bool near(Time before, Time time) {
  return time >= before - kJitter && time - before <= kLongGap;
}

enum class TimeOrder : uint8_t {
  Good,
  Unconfirmed,  // a long leap, and nothing follows
  Alone,        // what follows goes on from the record before, or does not go on from here: this time is damaged
  Back,         // what follows goes on from here: the time before was damaged
};

// `before`: of the record before; kNoTime where there is none. `after`: of records that follow, where they are near to
// either; where there is none before, of those that do.
TimeOrder judgeTime(Time before, Time time, std::span<const Time> after);

// "one 3600 s later".
std::string leapText(Time before, Time time);

}  // namespace tp::uftrace
