// StateTimes keeps when threads were in the states that stacks are weighed by, and the stack at the switch that such a
// time began with, a few bytes each. CallAggregator gives these times to the calls that were open then.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/analysis/call_profile.h"
#include "core/analysis/joined_times.h"
#include "core/analysis/scheduling_aggregator.h"
#include "core/analysis/switch_stacks.h"
#include "core/analysis/waits/packed_lane.h"
#include "core/decode/switch_stack.h"

namespace tp {

class StateTimes {
 public:
  // What is kept is what `scope` counts. `tracks` must outlive this; it may grow meanwhile.
  StateTimes(const CallScope& scope, const TrackTable& tracks) : scope_(scope), tracks_(tracks) {}

  // Takes the next span that a unit (a stream or a merge) tells. Those of a unit come together, those of a thread in
  // order, and its stacks before the span in which it runs again.
  void add(uint32_t unit, const StateSpan& span);
  void add(uint32_t unit, const SwitchStack& stack);
  // Must be called once, when all is added.
  void finish();
  // Takes the times of a thread that another trace told. `unit` has its calls. To be called before finish().
  void join(uint32_t unit, const JoinedTimes::Thread& thread, const std::vector<uint32_t>& codes);
  // Returns the codes that join() takes, by position in JoinedTimes::stacks. New names are added to `names`.
  std::vector<uint32_t> codesOf(const JoinedTimes& joined, NameTable& names);
  // What is told of these threads does not count.
  void leaveOut(const std::vector<TrackId>& threads) { left_.insert(threads.begin(), threads.end()); }

  // The times of a unit's threads, by track. PackedLane::code is stackOf()'s.
  using Threads = std::map<TrackId, PackedLane>;
  // Returns null if there are none.
  const Threads* of(uint32_t unit) const;
  // Returns the frames of the stack, the outermost first; none for code 0.
  std::span<const NameId> stackOf(uint32_t code) const { return stacks_.of(code); }
  // Whether the times of a thread came by join().
  bool isJoined(TrackId thread) const { return joined_.contains(thread); }
  const StateSums& sums() const { return sums_; }

 private:
  // A thread of the current unit.
  struct Thread {
    bool off = false;             // it has had no CPU since `left`
    Time left = 0;                // when it left its CPU
    Time until = 0;               // up to where its states are known
    std::vector<LaneItem> spans;  // that count since it left its CPU, until it is known which stack is theirs
    std::deque<std::pair<Time, uint32_t>> stacks;  // codes, by the time of the switch
  };

  bool wants(TrackId thread) const;
  void settle(TrackId track, Thread& thread);
  void leaveUnit();

  const CallScope& scope_;
  const TrackTable& tracks_;
  std::unordered_set<TrackId> left_, joined_;
  std::map<uint32_t, Threads> units_;
  uint32_t unit_ = 0;
  std::unordered_map<TrackId, Thread> threads_;
  SwitchStacks stacks_;  // of those that are too many, the time is that of the call only
  StateSums sums_;
};

// A part of such a time.
struct StatePiece {
  Time begin = 0;
  Time length = 0;
  uint32_t stack = 0;   // for StateTimes::stackOf()
  bool first = false;   // it is the beginning of the time
  bool atMost = false;  // the time may be shorter: StateSpan::silent
};

// Goes through the times of a thread piece by piece.
class StateCursor {
 public:
  StateCursor() = default;
  // `lane` must outlive the cursor.
  explicit StateCursor(const PackedLane& lane) : lane_(&lane) {}

  // Returns the next piece that lies before `to`, which must not be less than before; false if there is none.
  bool next(Time to, StatePiece& out);

 private:
  const PackedLane* lane_ = nullptr;  // null: no times
  size_t block_ = 0;
  std::vector<LaneItem> items_;
  size_t at_ = 0;
  Time done_ = 0;  // of items_[at_], if `begun_`
  bool begun_ = false;
};

}  // namespace tp
