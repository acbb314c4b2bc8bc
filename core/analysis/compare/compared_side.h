// What comparisons of every kind know of each of their two sides, A and B.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace_info.h"

namespace tp {

// A trace, or a part of it.
struct ComparedSide {
  std::string name;                 // of the trace, for users
  std::vector<std::string> others;  // names of further recordings, if the figures are means of several
  std::string part;                 // which part of it, in words, times in units of `clock`; empty: all
  ClockInfo clock;                  // in the units of which all times of the side are
  Time begin = 0;                   // of what is compared; begin > end: nothing was recorded
  Time end = -1;
  bool kernel = false;  // the trace is a kernel's
  // What the trace says about itself as a whole.
  uint64_t lossPlaces = 0;   // where records were lost
  uint64_t lostRecords = 0;  // how many, as far as it is stated
  uint64_t warnings = 0;
  std::string gaps;    // a sentence about what it does not tell; may be empty
  std::string copies;  // sentences about recordings that are the same as an earlier one; may be empty
  std::string left;    // a sentence about what is not compared, as the other side lacks it; may be empty
};

// "B.dat is the same recording as A.dat".
inline std::string copyText(const std::string& copy, const std::string& of) {
  return copy + " is the same recording as " + of;
}

// A change of less than so many times of what the halves of a side's time differ by is noise. Halves that differ by
// chance alone differ by less than the sides do, half of the time.
inline constexpr int64_t kNoiseHalves = 5;
// Returns below what a change is noise. The arguments are by how much the halves of each side differ, at least 0;
// nullopt if that is not known of any.
inline std::optional<int64_t> noiseBelow(std::optional<int64_t> a, std::optional<int64_t> b) {
  if (!a && !b) return std::nullopt;
  const int64_t halves = std::max(a.value_or(0), b.value_or(0));
  return halves > INT64_MAX / kNoiseHalves ? INT64_MAX : halves * kNoiseHalves;
}

// Returns where the second half of the side's time begins, for CallScope::middle; nullopt if it is too short for
// halves.
inline std::optional<Time> middleOf(const ComparedSide& side) {
  if (side.begin > side.end || side.end - side.begin < 2) return std::nullopt;
  return side.begin + (side.end - side.begin) / 2;
}

// Whether times of both clocks are counted in the same unit.
inline bool sameUnit(const ClockInfo& a, const ClockInfo& b) {
  if (a.isNs || b.isNs) return a.isNs && b.isNs;
  return a.nsNum == b.nsNum && a.nsDen == b.nsDen && (a.nsNum != 0 || a.name == b.name);
}

// How much more `to` is than `from`, in percent. Infinite if it grew from nothing.
inline double grownPercent(int64_t from, int64_t to) {
  const double grown = static_cast<double>(to) - static_cast<double>(from);
  return grown == 0 ? 0 : 100 * grown / static_cast<double>(from);
}

}  // namespace tp
