// Compares how long the calls of one function took in two scopes, A and B.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/compare/compared_side.h"
#include "core/analysis/compare/timed_durations.h"

namespace tp {

// The calls of the function on one side, with their callees. Times are in units of the side's clock.
struct SideDurations {
  ComparedSide side;
  std::string function;                          // its name there
  std::vector<std::vector<BoundedCount>> parts;  // TimedDurations::parts()
  TimedDurations::Left left;
};
// Gives all times to `convert`, which returns them in units of `clock`.
void convertTimes(SideDurations& durations, const ClockInfo& clock, const std::function<Time(Time)>& convert);

// Within what a figure lies. Both are equal if it is known exactly.
template <class Number>
struct Between {
  Number least{}, most{};

  bool exact() const { return least == most; }
  Number middle() const { return least + (most - least) / 2; }
};

// Of these parts of the calls, the longest duration is told: of n calls in order, that at n * part, as quantile() has
// it; of 1, the longest.
inline constexpr std::array<double, 8> kToldParts = {0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1};
inline constexpr size_t kMedianPart = 3;

struct DurationFigures {
  uint64_t calls = 0;  // whose durations are known exactly, or rounded as core/analysis/durations.h says
  TimedDurations::Left left;
  // By kToldParts; nothing if there are no calls.
  std::vector<Between<Time>> times;
  size_t blocks = 0;  // of time, for the interval

  const Between<Time>* median() const { return times.empty() ? nullptr : &times[kMedianPart]; }
};

enum class NoInterval : uint8_t {
  None,      // there is one
  FewCalls,  // of one side, too few for blocks
  FewParts,  // most calls of one side followed each other at once, in less time than can be divided
  Alike,     // medians of what was drawn are 0, or all the same
};
// Says why there is no interval, without a full stop; empty for None.
const char* noIntervalText(NoInterval why);

struct DurationComparison {
  ComparedSide sideA, sideB;
  std::string functionA, functionB;
  DurationFigures a, b;
  // The median of B over that of A. nullopt if a side has no calls, or the median of A may be 0.
  std::optional<Between<double>> ratio;
  // The 95 % interval of the ratio, by how durations vary within each recording (block_bootstrap.h).
  std::optional<Between<double>> interval;
  NoInterval noInterval = NoInterval::None;
  // The share of all pairs of a call of A and one of B in which that of B lasts longer; of equal ones, half count.
  // nullopt if a side has no calls.
  std::optional<Between<double>> longer;
};

// Both sides must have the same unit (sameUnit()).
DurationComparison compareDurations(const SideDurations& a, const SideDurations& b);

}  // namespace tp
