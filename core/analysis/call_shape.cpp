#include "core/analysis/call_shape.h"

#include <algorithm>

namespace tp {

ShapedCalls::ShapedCalls(const CallTree& from, const CallShape& shape, size_t mostNodes)
    : from_(from), shape_(shape), most_(mostNodes), to_(from.nodes().size(), CallTree::kNone) {
  to_[CallTree::kRoot] = CallTree::kRoot;
}

uint32_t ShapedCalls::end() const {
  return static_cast<uint32_t>(stage_ == Stage::Map ? from_.nodes().size() : upright_.nodes().size());
}

float ShapedCalls::progress() const {
  if (done()) return 1;
  float stages = shape_.inverted ? 3 : 2;
  return (static_cast<float>(stage_) + static_cast<float>(at_) / static_cast<float>(end())) / stages;
}

bool ShapedCalls::step(uint32_t nodes) {
  for (; nodes > 0 && !done(); --nodes) {
    if (at_ >= end()) {
      stage_ = static_cast<Stage>(static_cast<uint8_t>(stage_) + 1);
      if (stage_ == Stage::Invert && !shape_.inverted) stage_ = Stage::Done;
      at_ = 1;
      continue;
    }
    if (stage_ == Stage::Map) map(at_);
    // From the end, since callees follow their callers.
    if (stage_ == Stage::Sum) sum(end() - at_);
    if (stage_ == Stage::Invert) invert(at_);
    ++at_;
  }
  return !done();
}

uint32_t ShapedCalls::callerOf(const CallTree& tree, uint32_t node, NameId function) const {
  for (uint32_t at = node; at != CallTree::kRoot && !isThread(tree, at); at = tree.nodes()[at].parent)
    if (tree.nodes()[at].name == function) return at;
  return CallTree::kRoot;
}

void ShapedCalls::map(uint32_t node) {
  const CallNode& from = from_.nodes()[node];
  uint32_t parent = to_[from.parent];
  bool thread = isThread(from_, node);
  if (shape_.focus != kNoName) {
    if (thread) return;
    if (parent == CallTree::kNone || from.parent == CallTree::kRoot) {
      if (from.name != shape_.focus) return;
      parent = CallTree::kRoot;
      uint32_t top = node;
      while (from_.nodes()[top].parent != CallTree::kRoot) top = from_.nodes()[top].parent;
      if (shape_.byThread) parent = upright_.child(parent, from_.nodes()[top].name, from.first);
    }
  }
  uint32_t same = shape_.collapseRecursion && !thread ? callerOf(upright_, parent, from.name) : CallTree::kRoot;
  to_[node] = same != CallTree::kRoot ? same : upright_.child(parent, from.name, from.first);
  // The nodes of threads have no calls and no self time.
  int64_t own = shape_.weight == CallWeight::Calls ? static_cast<int64_t>(from.count) : from_.self(node);
  upright_.add(to_[node], from.count, own, from.first);
  if (from_.open(node) > 0) upright_.addOpen(to_[node], from_.open(node));
  if (const int64_t untold = from_.untold(node); untold != 0 && shape_.weight != CallWeight::Calls) {
    upright_.add(to_[node], 0, untold, from.first);
    upright_.addUntold(to_[node], untold);
  }
  upright_.note(to_[node], from_.ownLongest(node));
}

void ShapedCalls::sum(uint32_t node) {
  const CallNode& from = upright_.nodes()[node];
  if (from.parent != CallTree::kRoot) upright_.add(from.parent, 0, from.total, from.first);
}

void ShapedCalls::invert(uint32_t node) {
  if (isThread(upright_, node)) return;
  const CallNode& leaf = upright_.nodes()[node];
  bool within = shape_.weight == CallWeight::Total && callerOf(upright_, leaf.parent, leaf.name) != CallTree::kRoot;
  int64_t weight = within ? 0 : shape_.weight == CallWeight::Total ? leaf.total : upright_.self(node);
  if (weight <= 0 && !within) return;
  if (most_ > 0 && inverted_.nodes().size() > most_) inverted_.prune(most_ / 2);
  uint32_t to = CallTree::kRoot;
  if (shape_.byThread) {
    uint32_t thread = node;
    while (!isThread(upright_, thread)) thread = upright_.nodes()[thread].parent;
    to = inverted_.child(to, upright_.nodes()[thread].name, leaf.first);
    inverted_.add(to, 0, weight, leaf.first);
  }
  for (uint32_t at = node; at != CallTree::kRoot && !isThread(upright_, at); at = upright_.nodes()[at].parent) {
    to = inverted_.child(to, upright_.nodes()[at].name, leaf.first);
    inverted_.add(to, leaf.count, weight, leaf.first);
    // A recursive call adds only to the function's number of calls: its time is that of the outer call.
    if (within) return;
  }
  // The total has the time of callees, too.
  if (shape_.weight != CallWeight::Total) inverted_.note(to, upright_.ownLongest(node));
}

int64_t wholeOf(const CallTree& tree) {
  int64_t sum = 0;
  for (uint32_t at = tree.nodes()[CallTree::kRoot].child; at != CallTree::kRoot; at = tree.nodes()[at].sibling)
    sum = plus(sum, tree.nodes()[at].total);
  return sum;
}

}  // namespace tp
