// StateGains gives the time of threads in states to the stacks that are open meanwhile.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/analysis/call_lane.h"
#include "core/analysis/state_times.h"

namespace tp {

class StateGains {
 public:
  // Nothing is given until start().
  StateGains() = default;

  // Starts a unit (a stream or a merge). `times` and `names` must outlive what follows.
  void start(const StateTimes& times, uint32_t unit, NameTable& names);
  void stop() { times_ = nullptr; }
  bool started() const { return times_ != nullptr; }

  // Gives the thread's time up to `to` to the stack that is open on its lane: to its innermost call, and the frames of
  // the stack at the switch below it. Time with neither goes to kNoCallRecorded.
  void settle(CallLane& lane, Time to);
  // Calls `visit` with each thread that has times in this unit, in the order of their tracks.
  template <class Visit>
  void eachThread(Visit&& visit) const {
    if (times_ == nullptr || times_->of(unit_) == nullptr) return;
    for (const auto& [track, lane] : *times_->of(unit_)) visit(track);
  }

 private:
  void give(StackPath& path, size_t depth, const StatePiece& piece);

  const StateTimes* times_ = nullptr;
  const NameTable* names_ = nullptr;
  uint32_t unit_ = 0;
  NameId noCall_ = kNoName;
  std::unordered_map<TrackId, StateCursor> cursors_;
  std::vector<uint32_t> opened_;  // scratch space of give()
};

}  // namespace tp
