// Compares the times of two scopes, A and B, that have a name and are of some kind: latencies by what they are of, or
// waits by what they were for. Each change of a sum is a part by number and a part by each (change_parts.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/compare/change_parts.h"
#include "core/analysis/compare/compared_side.h"
#include "core/analysis/compare/function_rates.h"
#include "core/analysis/durations.h"
#include "core/trace/tracks.h"

namespace tp {

// Of one name on one side. Times are in clock units.
struct TimedFigures {
  uint64_t count = 0;      // of known length
  uint64_t atMost = 0;     // of these, upper bounds
  uint64_t uncertain = 0;  // of these, those at whose ends records are missing: they may have been longer, or shorter
  uint64_t unknown = 0;    // others: they are in no sum
  int64_t sum = 0;
  std::optional<Time> median;  // nullopt: it was not counted, or there are none
  Time max = 0;
  bool maxExact = false;  // `max` is no upper bound, whatever others are
  // By how much the sum of those that began in one half of the side's time differs from that of the other half. nullopt
  // if none began in one of them, or if it is not known.
  std::optional<int64_t> halves;
  // Of figures that were divided (divideTimes()): `count`, divided. This, `sum` and `halves` are in thousandths then.
  std::optional<int64_t> rate;

  int64_t countOrRate() const { return rate.value_or(static_cast<int64_t>(count)); }
  bool none() const { return count == 0 && unknown == 0; }
  // But for `halves`.
  bool same(const TimedFigures& other) const;
  // Sets `halves` from what of `count` and `sum` is of the first half.
  void setHalves(uint64_t early, int64_t earlySum);
};

struct TimedRow {
  size_t kind = 0;     // its position in SideTimes::kinds
  std::string thread;  // whose it is, by name; empty: they are not told apart by thread
  std::string name;
  TimedFigures figures;
  DurationCounts durations;  // in units of the trace's clock; may be empty
  // Where the longest is, the first of equal ones, and when it began, on the trace's clock; kNoTrack: not known.
  TrackId track = kNoTrack;
  Time at = 0;
};

// A kind of times, as the tables of those who count them have it.
struct TimedKind {
  const char* key;    // for scripts
  const char* one;    // "system call"
  const char* title;  // "system calls"
  bool judged;        // that there is more of it is worse: `--fail-above` is about it
};
// What is compared: latencies, waits.
struct TimedKinds {
  const char* by = "";    // for scripts, as `tracepane compare --by` has it
  const char* what = "";  // "latencies"
  std::span<const TimedKind> all = {};
};

// The times of one side.
struct SideTimes {
  ComparedSide side;
  TimedKinds kinds;
  std::vector<bool> told;      // by kind: whether the side tells anything of it
  std::vector<TimedRow> rows;  // none of the same kind, thread and name twice
};

// As convertTimes() of functions; durations are left out.
void convertTimes(SideTimes& times, const ClockInfo& clock, const std::function<Time(Time)>& convert);
// As divideFigures() of functions: sums, halves and counts; not the median and the longest.
void divideTimes(SideTimes& times, const RateBase& by);

// Of one name that is not the same on both sides. Changes are what B has more than A.
struct TimedChange {
  size_t kind = 0;
  std::string thread, name;
  TimedFigures a, b;  // none() on the side that does not have it
  ChangeParts parts;  // of the sum
  // A change of less than that is noise: kNoiseHalves times the larger of both sides' `halves`.
  std::optional<int64_t> noiseBelow;

  bool added() const { return a.none(); }
  bool vanished() const { return b.none(); }
  bool noise() const;
  int64_t countChange() const { return b.countOrRate() - a.countOrRate(); }
};

// Sums over all of a kind on one side.
struct TimedTotals {
  bool told = false;
  uint64_t names = 0;
  int64_t count = 0;  // countOrRate()
  int64_t sum = 0;
  uint64_t atMost = 0, uncertain = 0, unknown = 0;
};

struct TimedComparison {
  struct Kind {
    TimedTotals a, b;

    // Both sides tell of it: if not, that one has none says nothing, and there are no changes.
    bool compared() const { return a.told && b.told; }
    int64_t change() const;
  };

  ComparedSide sideA, sideB;
  TimedKinds kinds;
  std::vector<Kind> totals;  // by kind
  std::string per;           // as FunctionComparison::per
  // By kind; of a kind, by |change|, descending, then by |countChange()|, thread and name. Those of a kind add up to
  // its change().
  std::vector<TimedChange> changes;
  uint64_t same = 0;  // number of rows that are the same on both sides

  // Returns the sums of all kinds that are compared.
  Kind whole() const;
};

// Both sides must have the same unit (sameUnit()) and kinds. Names are the same if they are equal.
TimedComparison compareTimes(const SideTimes& a, const SideTimes& b, std::string per = {});

}  // namespace tp
