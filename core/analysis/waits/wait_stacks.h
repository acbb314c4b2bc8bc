// The stacks with which threads left their CPUs, and with which others woke them, until the spans are told that begin
// then.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>

#include "core/analysis/switch_stacks.h"
#include "core/decode/switch_stack.h"

namespace tp {

class WaitStacks {
 public:
  // Adds the next stack that a unit (a stream or a merge) tells. Those of a unit come together, of a thread in order.
  void add(uint32_t unit, const SwitchStack& stack);
  // Returns the number in stacks() of the stack with which a thread left its CPU at `begin`; 0 if there is none, or
  // none is known yet. To be asked in the order of time for each thread.
  uint32_t of(uint32_t unit, TrackId thread, Time begin) { return unit == unit_ ? take(left_, thread, begin) : 0; }
  // Likewise, with which another one woke the thread at `time`.
  uint32_t ofWaking(uint32_t unit, TrackId thread, Time time) { return unit == unit_ ? take(woken_, thread, time) : 0; }

  SwitchStacks& stacks() { return stacks_; }

 private:
  // Of a thread that nobody asks about; of others, a few are there at a time.
  static constexpr size_t kMaxLeft = 4096;

  // By thread: codes, by the time of the switch or of the waking.
  using Stacks = std::unordered_map<TrackId, std::deque<std::pair<Time, uint32_t>>>;

  static uint32_t take(Stacks& stacks, TrackId thread, Time time);

  SwitchStacks stacks_;
  uint32_t unit_ = ~uint32_t{0};
  Stacks left_, woken_;
};

}  // namespace tp
