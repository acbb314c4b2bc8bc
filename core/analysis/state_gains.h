// StateGains gives the time of threads in states to the stacks that are open meanwhile.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/analysis/call_lane.h"
#include "core/analysis/frame_names.h"
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
  // Notes that a call of this name was recorded.
  void meet(NameId call) { mark(calls_, call); }
  // The names of all frames that were given time so far, and of all calls that were met.
  FrameNames frameNames() const;
  // Calls `visit` with each thread that has times in this unit, in the order of their tracks.
  template <class Visit>
  void eachThread(Visit&& visit) const {
    if (times_ == nullptr || times_->of(unit_) == nullptr) return;
    for (const auto& [track, lane] : *times_->of(unit_)) visit(track);
  }

 private:
  static void mark(std::vector<bool>& names, NameId name) {
    if (name == kNoName) return;
    if (name >= names.size()) names.resize(size_t{name} + 1);
    names[name] = true;
  }
  void give(CallLane& lane, size_t depth, const StatePiece& piece);

  const StateTimes* times_ = nullptr;
  const NameTable* names_ = nullptr;
  uint32_t unit_ = 0;
  NameId noCall_ = kNoName;
  std::unordered_map<TrackId, StateCursor> cursors_;
  std::vector<bool> frames_, calls_;  // by name; of all units
  std::vector<uint32_t> opened_;      // scratch space of give()
};

}  // namespace tp
