// What stacks gain while they are open: the growth of a counter, or time in states of threads. And how weights are put
// into the tree.
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

void StackFrames::gainFunctions(uint32_t frame, int64_t amount, uint64_t times, bool atMost) {
  functions_.leaf(frames_[frame].row, amount, atMost);
  for (uint32_t at = frame; !isTop(at) && frames_[at].within; at = frames_[at].caller)
    functions_.above(frames_[at].row, amount, times, atMost);
}

void StackFrames::gain(uint32_t frame, int64_t amount, Time time, uint64_t times, const LongestTime& one) {
  if (frame == kCold || isTop(frame)) return;
  sums_.all = plus(sums_.all, amount);
  if (!frames_[frame].within) return;
  gainDirect(frame, amount, times);
  sums_.whole = plus(sums_.whole, amount);
  if (spec_.functions) return gainFunctions(frame, amount, times, one.anyAtMost);
  const uint32_t top = frames_[frame].top;
  const uint32_t last = frames_[frame].shaped;
  if (spec_.shape.inverted) {
    auto wanted = [&](uint32_t at) { return spec_.leaf == 0 || frames_[at].word == spec_.leaf; };
    if (spec_.shape.weight != CallWeight::Total) {
      if (wanted(last)) tree_.note(weighCallers(last, amount, times, time), one);
      return;
    }
    for (uint32_t at = last; at != top; at = frames_[at].up)
      if (wanted(at) && !calledAgain(frames_[at])) weighCallers(at, amount, at == last ? times : 0, time);
    return;
  }
  if (root_ == 0) sums_.root = plus(sums_.root, amount);
  stack_.clear();
  for (uint32_t at = last; at != top; at = frames_[at].up) stack_.push_back(at);
  uint32_t key = frames_[top].key, node = CallTree::kRoot, told = CallTree::kRoot;
  if (spec_.scope.byThread) {
    node = nodeBelow(CallTree::kRoot, key, frames_[top].name, time);
    put(key, node, CallTree::kRoot, amount, 0, time);
    if (node != CallTree::kNone) told = node;
  }
  for (size_t i = stack_.size(); i-- > 0;) {
    key = keyBelow(key, frames_[stack_[i]].word);
    const uint32_t caller = node;
    node = nodeBelow(caller, key, frames_[stack_[i]].name, time);
    put(key, node, caller, amount, i == 0 ? times : 0, time);
    if (node != CallTree::kNone) told = node;
  }
  tree_.note(told, one);
}

// For inverted trees: adds the function, and below it its callers.
uint32_t StackFrames::weighCallers(uint32_t frame, int64_t weight, uint64_t calls, Time first, bool again) {
  if (root_ == 0) sums_.root = plus(sums_.root, weight);
  const Frame& top = frames_[frames_[frame].top];
  uint32_t key = top.key, node = CallTree::kRoot, told = CallTree::kRoot;
  if (spec_.scope.byThread) {
    node = nodeBelow(CallTree::kRoot, key, top.name, first);
    put(key, node, CallTree::kRoot, weight, 0, first);
    if (node != CallTree::kNone) told = node;
  }
  for (uint32_t at = frame; at != frames_[frame].top && key != kBeside; at = frames_[at].up) {
    key = keyBelow(key, frames_[at].word);
    const uint32_t caller = node;
    node = nodeBelow(caller, key, frames_[at].name, first);
    put(key, node, caller, weight, calls, first, frames_[frame].open);
    if (node != CallTree::kNone) told = node;
    if (again || (pass_ != StackPass::Sketch && node == CallTree::kNone)) break;
  }
  return told;
}

void StackFrames::put(uint32_t key, uint32_t node, uint32_t callerNode, int64_t weight, uint64_t calls, Time first,
                      uint64_t open) {
  if (root_ > 0 && key == root_) sums_.root = plus(sums_.root, weight);
  if (pass_ == StackPass::Sketch) {
    if ((key & kStack) != 0 && key != kBeside) sketch_->add(key, std::max<int64_t>(0, weight));
  } else if (node != CallTree::kNone) {
    tree_.add(node, calls, weight, first);
    if (open > 0) tree_.addOpen(node, open);
  } else if (callerNode != CallTree::kNone) {
    tree_.addUntold(callerNode, weight);
  }
}

}  // namespace tp
