#include "core/analysis/waits/wait_stacks.h"

namespace tp {

void WaitStacks::add(uint32_t unit, const SwitchStack& stack) {
  if (unit != unit_) left_.clear();
  unit_ = unit;
  auto& left = left_[stack.thread];
  if (left.size() >= kMaxLeft) left.pop_front();
  left.emplace_back(stack.time, stacks_.codeOf(stack.frames));
}

uint32_t WaitStacks::of(uint32_t unit, TrackId thread, Time begin) {
  if (unit != unit_) return 0;
  const auto found = left_.find(thread);
  if (found == left_.end()) return 0;
  auto& left = found->second;
  while (!left.empty() && left.front().first < begin) left.pop_front();
  return !left.empty() && left.front().first == begin ? left.front().second : 0;
}

}  // namespace tp
