// What stacks gain while they are open: the growth of a counter, or time in states of threads.
#include "core/analysis/stack_frames.h"

namespace tp {

// Adds a gain to the direct callers or callees that have it, once for each.
void StackFrames::gainDirect(uint32_t frame, int64_t amount, uint64_t times) {
  const bool callers = spec_.leaf != 0;
  if (pass_ == StackPass::Sketch || (!callers && spec_.focus == 0)) return;
  for (uint32_t at = frame; !isTop(at); at = frames_[at].caller) {
    const Frame& one = frames_[at];
    const bool has = callers ? one.word == spec_.leaf && !calledAgain(one)
                             : frames_[one.caller].word == spec_.focus && !calledAgainByFocus(one);
    if (!has) continue;
    DirectCall& row = direct_.of(!callers ? one.name : isTop(one.caller) ? kNoName : frames_[one.caller].name);
    row.calls += times;
    row.total = plus(row.total, amount);
  }
}

void StackFrames::gainFunctions(uint32_t frame, int64_t amount, uint64_t times) {
  functions_.leaf(frames_[frame].row, amount);
  for (uint32_t at = frame; !isTop(at) && frames_[at].within; at = frames_[at].caller)
    functions_.above(frames_[at].row, amount, times);
}

void StackFrames::gain(uint32_t frame, int64_t amount, Time time, uint64_t times) {
  if (frame == kCold || isTop(frame)) return;
  sums_.all = plus(sums_.all, amount);
  if (!frames_[frame].within) return;
  gainDirect(frame, amount, times);
  sums_.whole = plus(sums_.whole, amount);
  if (spec_.functions) return gainFunctions(frame, amount, times);
  const uint32_t top = frames_[frame].top;
  const uint32_t last = frames_[frame].shaped;
  if (spec_.shape.inverted) {
    auto wanted = [&](uint32_t at) { return spec_.leaf == 0 || frames_[at].word == spec_.leaf; };
    if (spec_.shape.weight != CallWeight::Total) {
      if (wanted(last)) weighCallers(last, amount, times, time);
      return;
    }
    for (uint32_t at = last; at != top; at = frames_[at].up)
      if (wanted(at) && !calledAgain(frames_[at])) weighCallers(at, amount, at == last ? times : 0, time);
    return;
  }
  if (root_ == 0) sums_.root = plus(sums_.root, amount);
  stack_.clear();
  for (uint32_t at = last; at != top; at = frames_[at].up) stack_.push_back(at);
  uint32_t key = frames_[top].key, node = CallTree::kRoot;
  if (spec_.scope.byThread) {
    node = nodeBelow(CallTree::kRoot, key, frames_[top].name, time);
    put(key, node, CallTree::kRoot, amount, 0, time);
  }
  for (size_t i = stack_.size(); i-- > 0;) {
    key = keyBelow(key, frames_[stack_[i]].word);
    const uint32_t caller = node;
    node = nodeBelow(caller, key, frames_[stack_[i]].name, time);
    put(key, node, caller, amount, i == 0 ? times : 0, time);
  }
}

}  // namespace tp
