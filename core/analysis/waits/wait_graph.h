// WaitGraph: what every thread of a trace did when, what woke it, and who ran on each CPU. It is a value, made of what
// workers pack; it is asked by thread and time, and by CPU and time. Nothing in it depends on how many workers there
// were. Times are in clock units, and segments half open: [begin, end).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/scheduling.h"
#include "core/analysis/thread_pairs.h"
#include "core/analysis/waits/user_wait_calls.h"
#include "core/analysis/waits/wait_lanes.h"

namespace tp {

// What the calls of a program's trace say of the waits of a kernel's trace that lies on the same axis.
struct JoinedCalls {
  uint32_t program = 0, kernel = 0;  // TracePart::number
  bool exact = false;                // their clocks agree; if not, nothing was compared
  uint64_t threads = 0;              // that both have
  uint64_t named = 0;                // waits whose call was found
  uint64_t contradicted = 0;         // waits within which a call began or ended
  uint64_t doubted = 0;              // waits without a name, because more waits of their thread are contradicted
};

// When a thread was made, and by whom.
struct ThreadBirth {
  Time at = 0;
  TrackId maker = kNoTrack;  // kNoTrack: not known
};

class WaitGraph {
 public:
  // Adds a part of what a worker knows, whose numbers are not to be trusted. Codes of lanes are positions in the latest
  // kinds and turns that this worker has told.
  void merge(WaitLanes theirs, uint32_t worker = 0);
  // Completes the graph when all parts are merged: what several units tell of one thread, or of one CPU, becomes one.
  // Where they contradict each other, what began first counts.
  void finish(const TrackTable& tracks);
  // Sets SegmentKind::userCall of the waits of a thread that begin when those of `said` do.
  void nameWaits(TrackId thread, const UserCalls& said);
  // By CallJoiner. `paired`: the clocks agree, and the calls do not contradict the waits.
  std::vector<JoinedCalls> joined;
  std::vector<ThreadPair> paired;

  // Whether the trace tells which thread got a CPU when, and who woke whom.
  bool switches() const { return switches_; }
  bool wakeups() const { return wakeups_; }
  // All threads with segments, ordered by key; likewise the CPUs. Need finish(), as all below.
  std::vector<TrackId> threads() const;
  std::vector<CpuKey> cpus() const;
  bool knows(TrackId thread) const { return laneOf_.contains(thread); }
  // Returns from the thread's first segment to the end of the last in which it lives; nothing if there is none.
  std::optional<TimeRange> lifeOf(TrackId thread) const;

  // Appends the segments of a thread that have a part of [from, to), cut to it. They tile it: a time of which nothing
  // is known is a segment of the state Unknown.
  void segments(TrackId thread, Time from, Time to, std::vector<WaitSegment>& out) const;
  // Appends who ran on a CPU within [from, to), cut to it. What lies between was idle, or is not known.
  void turns(const CpuKey& cpu, Time from, Time to, std::vector<CpuTurn>& out) const;

  // Calls `visit(const WaitSegment&)` for each segment of a thread that was told, without WaitSegment::wokenBy.
  template <class Visit>
  void eachSegment(TrackId thread, Visit&& visit) const {
    const auto known = laneOf_.find(thread);
    if (known == laneOf_.end()) return;
    const Lane& lane = threads_[known->second];
    std::vector<LaneItem> items;
    for (size_t block = 0; block < lane.packed.blocks(); ++block) {
      lane.packed.read(block, items);
      for (const LaneItem& item : items) visit(segment(lane, item));
    }
  }

  // Returns what segments have in common by its code (WaitSegment::code), which may be any. Valid as long as the graph.
  const SegmentKind& kind(uint32_t code) const { return code < kinds_.size() ? kinds_[code] : kUnknown; }
  // Returns the frames of a stack (SegmentKind::stack), the outermost first.
  std::span<const NameId> stack(uint32_t number) const { return stacks_.of(number); }
  // Returns the number for requests() of those that had completed in the interrupt that woke a thread at `woken`; 0:
  // none are known to have.
  uint32_t requestsAt(TrackId thread, Time woken) const;
  // `number` must not be 0.
  const CompletedRequests& requests(uint32_t number) const { return requests_[number - 1].done; }
  // Returns nothing where no record says it, or where several threads had the id.
  std::optional<ThreadBirth> birthOf(TrackId thread) const;

  uint64_t segmentCount() const;
  size_t memoryBytes() const;

 private:
  friend class WaitWalk;

  struct Lane {
    uint32_t unit = 0;
    uint32_t base = 0;  // of its codes
    PackedLane packed;
  };
  struct OfThread : Lane {
    TrackId thread = kNoTrack;
    std::optional<ThreadBirth> birth = {};
  };
  struct OfCpu : Lane {
    CpuKey cpu;
  };

  // Where the kinds and the turns of a worker begin, in ours.
  struct Bases {
    uint32_t kinds = 0, turns = 0;
  };

  template <class Of, class Less>
  static void joinEqual(std::vector<Of>& lanes, const Less& less);
  void findBirths(const TrackTable& tracks);
  WaitSegment segment(const Lane& lane, const LaneItem& item) const;
  uint32_t withUserCall(uint32_t code, NameId call);

  inline static const SegmentKind kUnknown;

  std::map<uint32_t, Bases> bases_;  // by worker
  std::vector<SegmentKind> kinds_;
  std::map<std::pair<uint32_t, NameId>, uint32_t> namedKinds_;  // by position of the kind without the user's call
  std::vector<TurnKind> turns_;
  std::vector<OfThread> threads_;
  std::vector<OfCpu> cpus_;
  SwitchStacks stacks_;
  std::vector<WakingRequest> requests_;  // by thread and time
  std::unordered_map<TrackId, size_t> laneOf_;
  bool switches_ = false, wakeups_ = false;
};

// Goes through the segments of one thread, backwards cheaply. The graph must outlive it, and not change.
class WaitWalk {
 public:
  WaitWalk(const WaitGraph& graph, TrackId thread);

  // Returns the segment in which the thread was just before `time`: begin < time <= end. Its ends are those of the
  // segment, wherever they lie; those of an unknown time before the first segment or after the last are the least or
  // the greatest time.
  WaitSegment before(Time time);
  // Returns whether the thread ran at `time`, the moments of a switch to it and away from it included.
  bool ranAt(Time time);

 private:
  bool load(size_t block);

  const WaitGraph& graph_;
  const WaitGraph::Lane* lane_ = nullptr;  // null: nothing is known
  size_t block_ = 0;
  bool loaded_ = false;
  std::vector<LaneItem> items_;  // of the block, and the first one of the next
  size_t own_ = 0;               // how many are of the block
};

}  // namespace tp
