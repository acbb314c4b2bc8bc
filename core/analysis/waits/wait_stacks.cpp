#include "core/analysis/waits/wait_stacks.h"

namespace tp {

void WaitStacks::add(uint32_t unit, const SwitchStack& stack) {
  if (unit != unit_) {
    left_.clear();
    woken_.clear();
  }
  unit_ = unit;
  auto& known = (stack.waking ? woken_ : left_)[stack.thread];
  if (known.size() >= kMaxLeft) known.pop_front();
  known.emplace_back(stack.time, stacks_.codeOf(stack.frames));
}

uint32_t WaitStacks::take(Stacks& stacks, TrackId thread, Time time) {
  const auto found = stacks.find(thread);
  if (found == stacks.end()) return 0;
  auto& known = found->second;
  while (!known.empty() && known.front().first < time) known.pop_front();
  return !known.empty() && known.front().first == time ? known.front().second : 0;
}

}  // namespace tp
