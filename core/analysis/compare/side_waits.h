// What the threads of one side of a comparison waited for, as SideTimes: threads of each name, and for each of these
// who ran on the CPUs that they waited for, and who woke them. Like the figures of threads (thread_changes.h), but for
// the causes: the times of a thread's name in a state add up to what that has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/compare/timed_changes.h"
#include "core/analysis/waits/wait_graph.h"

namespace tp {

// Of these, Other are the states of ThreadScheduling::other().
enum class WaitKind : uint8_t { Runnable, Sleeping, Uninterruptible, Other, Unknown };
inline constexpr TimedKind kWaitTimes[] = {
    {"runnable", "runnable", "waiting for a CPU, by who ran there", true},
    {"sleeping", "sleeping", "sleeping, by who ended that", false},
    {"uninterruptible", "uninterruptible", "in uninterruptible sleep, by who ended that", true},
    {"other", "other", "stopped, parked or without work, by who ended that", false},
    {"unknown", "not known", "not known what the thread did", false},
};

// Whose waits count, and when.
struct WaitsScope {
  Time begin = 0, end = 0;
  uint32_t trace = kEveryTrace;    // TrackKey::trace
  std::vector<int64_t> tids = {};  // empty: all
};

class WaitSums {
 public:
  // The others must outlive it, and not change.
  WaitSums(const WaitGraph& graph, const TrackTable& tracks, const NameTable& names, WaitsScope scope,
           std::optional<Time> middle);

  // Goes on with some threads, until at least so many segments have been met. Returns false if nothing is left.
  bool step(size_t segments);
  // From 0 to 1.
  double progress() const;
  // Ends it, and returns the rows.
  std::vector<TimedRow> take();

 private:
  // The name of threads, a kind of their waits, and what these were for: the texts as positions in texts_.
  using Key = std::tuple<uint32_t, WaitKind, uint32_t>;
  struct Sum {
    TimedFigures figures;
    uint64_t early = 0;
    int64_t earlySum = 0;
    TrackId track = kNoTrack;  // of the longest
    Time at = 0;
  };

  size_t addThread(TrackId thread);
  void add(TrackId thread, const WaitSegment& segment, const WaitSegment* next);
  void addCpuWait(TrackId thread, const WaitSegment& segment, int32_t cpu);
  void addPart(TrackId thread, WaitKind kind, uint32_t cause, const WaitSegment& part);
  uint32_t causeOf(const WaitSegment& segment, const WaitSegment* next);
  uint32_t numberOf(std::string text);
  uint32_t nameOf(TrackId thread);

  const WaitGraph& graph_;
  const TrackTable& tracks_;
  const NameTable& names_;
  const WaitsScope scope_;
  const std::optional<Time> middle_;
  std::vector<TrackId> threads_;
  size_t next_ = 0;  // in threads_
  std::map<Key, Sum> sums_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, uint32_t> textNumbers_;
  std::unordered_map<TrackId, uint32_t> threadNames_;
  std::map<std::pair<WakeContext, NameId>, uint32_t> interruptNames_;
  std::vector<CpuTurn> turns_;
};

// Returns the waits of a side.
SideTimes sideWaits(ComparedSide side, const WaitGraph& graph, std::vector<TimedRow> rows);

}  // namespace tp
