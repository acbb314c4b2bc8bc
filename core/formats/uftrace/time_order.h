// Judges whether a time in a file is damaged, by the times of its neighbours. A thread may sleep for a day, so a leap
// is damage only if the records after it do not continue from there.
#pragma once

#include <span>
#include <string>

#include "core/trace/trace_info.h"

namespace tp::uftrace {

// In nanoseconds. A time this close after the record before is accepted without looking at others.
inline constexpr Time kStep = Time{1} << 24;
// In nanoseconds. A record may lie this much before its predecessor: times of events are derived from those of calls.
inline constexpr Time kJitter = 1000;
// In nanoseconds. Neighbours lie within kLongGap of each other, unless their own neighbours confirm a longer gap.
// Beyond kLongest, a leap is damage if no record follows.
inline constexpr Time kLongGap = Time{3600} * 1000000000;
inline constexpr Time kLongest = Time{30} * 24 * kLongGap;
// At most this many of the following records are consulted.
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
  Unconfirmed,  // A long leap that no following record confirms or refutes.
  Alone,  // The following records continue from the record before, or do not continue from here: this time is damaged.
  Back,   // The following records continue from here: the time before was damaged.
};

// Judges `time`. `before` is the time of the record before, or kNoTime if there is none. `after` has the times of
// following records that are near to either; if there is none before, of any that follow.
TimeOrder judgeTime(Time before, Time time, std::span<const Time> after);

// Returns text such as "one 3600 s after it", for a warning.
std::string leapText(Time before, Time time);

}  // namespace tp::uftrace
