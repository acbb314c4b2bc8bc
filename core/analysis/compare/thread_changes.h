// Compares what the threads of two scopes, A and B, did: how long those of each name were in which state.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/compare/compared_side.h"
#include "core/analysis/compare/function_rates.h"
#include "core/analysis/scheduling.h"

namespace tp {

// Other: as ThreadScheduling::other().
enum class ComparedState : uint8_t { Running, Runnable, Sleeping, Uninterruptible, Other, Unknown };
inline constexpr std::array<std::string_view, 6> kComparedStates = {"running",         "runnable", "sleeping",
                                                                    "uninterruptible", "other",    "unknown"};

// Sums over the threads of one name on one side, in clock units.
struct ThreadFigures {
  uint64_t threads = 0;
  std::array<Time, kComparedStates.size()> times{};  // by ComparedState
  Time assumed = 0;                                  // ThreadScheduling::allAssumed()
  uint64_t switches = 0;
  // By how much the running time of one half of the side's time differs from that of the other. nullopt if they did not
  // run in one of them.
  std::optional<Time> halves;
  // Of figures that were divided (divideThreads()): `switches`, divided. This, `times`, `assumed` and `halves` are in
  // thousandths then.
  std::optional<int64_t> rate;

  int64_t switchesOrRate() const {
    return rate.value_or(static_cast<int64_t>(std::min<uint64_t>(switches, INT64_MAX)));
  }
  Time in(ComparedState state) const { return times[static_cast<size_t>(state)]; }
  // But for `halves`.
  bool same(const ThreadFigures& other) const;
};

struct SideThread {
  std::string name;
  ThreadFigures figures;
};

// The threads of one side. No name is there twice.
struct SideThreads {
  ComparedSide side;
  bool switches = false;  // whether the trace tells which thread ran when; without that, nothing here is known
  std::vector<SideThread> threads;
};

// Returns the threads by name. The halves are what the scheduler did in the first and in the second half of the time;
// null if it has no halves. `tids`: ids of the only threads that count; empty: all.
std::vector<SideThread> sideThreads(const Scheduling& whole, const Scheduling* firstHalf, const Scheduling* secondHalf,
                                    const TrackTable& tracks, std::span<const int64_t> tids);
// As convertTimes() of functions.
void convertTimes(SideThreads& threads, const ClockInfo& clock, const std::function<Time(Time)>& convert);
// As divideFigures() of functions: times and switches; not the numbers of threads.
void divideThreads(SideThreads& threads, const RateBase& by);

// Threads of one name that are not the same on both sides. Changes are what B has more than A.
struct ThreadChange {
  std::string name;
  ThreadFigures a, b;  // without threads on the side that has none of this name
  // A change of running time of less than that is noise: kNoiseHalves times the larger of both sides' `halves`.
  std::optional<Time> noiseBelow;

  Time change(ComparedState state) const;
  int64_t switchesChange() const { return b.switchesOrRate() - a.switchesOrRate(); }
  bool noise() const;
};

struct ThreadComparison {
  ComparedSide sideA, sideB;
  bool known = false;  // both sides tell which thread ran when; else there is nothing else here
  ThreadFigures a, b;  // sums over all threads, without `halves`
  // By |change| of running time, descending, then by that of the other states in their order, and by name. They add up
  // to what `b` has more than `a`, in each state.
  std::vector<ThreadChange> changes;
  uint64_t same = 0;  // number of names whose threads are the same on both sides
  std::string per;    // as FunctionComparison::per
};

// Both sides must have the same unit (sameUnit()). Either both were divided or none.
ThreadComparison compareThreads(const SideThreads& a, const SideThreads& b, std::string per = {});

}  // namespace tp
