#include "core/analysis/call_tree.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tp {
namespace {

uint64_t keyOf(uint32_t parent, NameId name) {
  return static_cast<uint64_t>(parent) << 32 | name;
}

}  // namespace

uint32_t CallTree::make(uint32_t parent, NameId name, Time first) {
  uint32_t node = static_cast<uint32_t>(nodes_.size());
  CallNode& caller = nodes_[parent];
  CallNode made;
  made.parent = parent;
  made.name = name;
  made.first = first;
  made.sibling = caller.child;
  caller.child = node;
  caller.callees |= bitOf(name);
  const bool hashed = (caller.callees & kHashed) != 0;
  nodes_.push(made);
  if (sampleTime_ != 1) samples_.push_back(0);
  if (hashed) hash(node);
  return node;
}

// Looks for a name that may be among the children, and makes its node if it is not.
uint32_t CallTree::found(uint32_t parent, NameId name, Time first) {
  if ((nodes_[parent].callees & kHashed) != 0) {
    uint32_t node = slotOf(keyOf(parent, name)).node;
    return node != kRoot ? node : make(parent, name, first);
  }
  uint32_t walked = 0;
  uint32_t at = nodes_[parent].child;
  for (; at != kRoot && nodes_[at].name != name; at = nodes_[at].sibling) ++walked;
  if (walked > kWalk) hashChildren(parent);
  return at != kRoot ? at : make(parent, name, first);
}

void CallTree::hashChildren(uint32_t parent) {
  nodes_[parent].callees |= kHashed;
  for (uint32_t at = nodes_[parent].child; at != kRoot; at = nodes_[at].sibling) hash(at);
}

void CallTree::hash(uint32_t node) {
  if ((hashed_ + 1) * size_t{2} > slots_.size()) {
    std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(std::max<size_t>(64, slots_.size() * 2)));
    for (const Slot& slot : old)
      if (slot.node != kRoot) slotOf(slot.key) = slot;
  }
  uint64_t key = keyOf(nodes_[node].parent, nodes_[node].name);
  slotOf(key) = {key, node};
  ++hashed_;
}

// Returns the slot of the key, or the empty slot where it belongs.
CallTree::Slot& CallTree::slotOf(uint64_t key) {
  uint64_t hash = key * 0x9e3779b97f4a7c15u;
  size_t mask = slots_.size() - 1;
  size_t at = static_cast<size_t>(hash >> 32) & mask;
  while (slots_[at].node != kRoot && slots_[at].key != key) at = (at + 1) & mask;
  return slots_[at];
}

int64_t CallTree::self(uint32_t node) const {
  // A node without time, such as that of a thread, has no self time.
  if (nodes_[node].total < sampleTime_) return 0;
  int64_t self = minus(nodes_[node].total, untold(node)) / sampleTime_;
  for (uint32_t at = nodes_[node].child; at != kRoot; at = nodes_[at].sibling)
    self = minus(self, sampleTime_ == 1 ? nodes_[at].total : samples_[at]);
  return std::max<int64_t>(0, self);
}

void CallTree::children(uint32_t node, std::vector<uint32_t>& out) const {
  const size_t begin = out.size();
  bool forwards = true, backwards = true;
  Time before = 0;
  for (uint32_t at = nodes_[node].child; at != kRoot; at = nodes_[at].sibling) {
    const CallNode& child = nodes_[at];
    if (child.count == 0 && child.child == kRoot && child.total == 0) continue;
    // The callers of children() ask for the children of these next.
    __builtin_prefetch(&nodes_[child.child]);
    if (out.size() > begin) {
      forwards = forwards && before < child.first;
      backwards = backwards && before >= child.first;
    }
    before = child.first;
    out.push_back(at);
  }
  auto added = out.begin() + static_cast<ptrdiff_t>(begin);
  if (forwards) return;
  // The list of siblings begins with the node made last.
  std::reverse(added, out.end());
  if (backwards) return;
  std::stable_sort(added, out.end(), [&](uint32_t a, uint32_t b) { return nodes_[a].first < nodes_[b].first; });
}

LongestTime CallTree::longest(uint32_t node) const {
  LongestTime found = ownLongest(node);
  // Callees follow their callers.
  std::vector<bool> within(longest_.size(), false);
  for (uint32_t i = node + 1; i < longest_.size(); ++i) {
    const uint32_t parent = nodes_[i].parent;
    within[i] = parent == node || within[parent];
    if (within[i]) found.take(longest_[i]);
  }
  return found;
}

void CallTree::noteMoved(const CallTree& from, const std::vector<uint32_t>& moved) {
  std::vector<LongestTime> longest = from.longest_;
  for (size_t i = longest.size(); i-- > 0;) {
    LongestTime& caller = longest[from.nodes_[i].parent];
    if (moved[i] != kNone)
      note(moved[i], longest[i]);
    else
      caller.take(longest[i]);
  }
}

void CallTree::prune(size_t nodes) {
  int64_t least = 0;
  if (nodes_.size() > nodes) {
    std::vector<int64_t> totals;
    totals.reserve(nodes_.size());
    for (const CallNode& node : nodes_.all()) totals.push_back(node.total);
    auto middle = totals.end() - static_cast<ptrdiff_t>(nodes);
    if (middle != totals.end()) std::nth_element(totals.begin(), middle, totals.end());
    least = middle != totals.end() ? plus(*middle, 1) : std::numeric_limits<int64_t>::max();
  }
  CallTree smaller(sampleTime_);
  smaller.leftOut_ = leftOut_;
  smaller.prunings_ = prunings_ + 1;
  std::vector<uint32_t> moved(nodes_.size(), kNone);
  moved[kRoot] = kRoot;
  for (uint32_t i = 1; i < nodes_.size(); ++i) {
    const CallNode& node = nodes_[i];
    uint32_t parent = moved[node.parent];
    if (parent == kNone || (node.parent != kRoot && node.total < least)) {
      smaller.leftOut_ += node.count;
      continue;
    }
    moved[i] = smaller.child(parent, node.name, node.first);
    smaller.add(moved[i], node.count, node.total, node.first);
    if (sampleTime_ != 1) smaller.samples_[moved[i]] = samples_[i];
    if (untold(i) != 0) smaller.addUntold(moved[i], untold(i));
    if (open(i) != 0) smaller.addOpen(moved[i], open(i));
  }
  smaller.noteMoved(*this, moved);
  *this = std::move(smaller);
}

CallTree CallTree::without(int64_t least, uint32_t from, uint32_t levels) const {
  // From the end, since callees follow their callers.
  std::vector<uint8_t> kept(nodes_.size(), 0);
  std::vector<uint32_t> level(nodes_.size(), 0);  // below `from`, from 1 on; 0: not below it
  // The nodes of threads have no total of their own: theirs is the sum of their callees'.
  std::vector<int64_t> has(nodes_.size(), 0);
  for (size_t i = nodes_.size(); i-- > 1;) {
    has[i] = nodes_[i].total != 0 ? nodes_[i].total : plus(has[i], untold(static_cast<uint32_t>(i)));
    if (nodes_[nodes_[i].parent].total == 0) has[nodes_[i].parent] = plus(has[nodes_[i].parent], has[i]);
  }
  for (uint32_t i = 1; i < nodes_.size(); ++i) {
    const uint32_t parent = nodes_[i].parent;
    if (parent == from || level[parent] > 0) level[i] = level[parent] + 1;
    kept[i] = has[i] >= least || (level[i] > 0 && level[i] <= levels && has[i] > 0) || i == from;
  }
  for (size_t i = nodes_.size(); i-- > 1;)
    if (kept[i] != 0) kept[nodes_[i].parent] = 1;
  CallTree smaller(sampleTime_);
  smaller.leftOut_ = leftOut_;
  std::vector<uint32_t> moved(nodes_.size(), kNone);
  moved[kRoot] = kRoot;
  if (untold(kRoot) != 0) smaller.addUntold(kRoot, untold(kRoot));
  for (uint32_t i = 1; i < nodes_.size(); ++i) {
    const CallNode& node = nodes_[i];
    const uint32_t parent = moved[node.parent];
    if (kept[i] == 0) {
      smaller.leftOut_ += node.count;
      if (parent != kNone && has[i] != 0) smaller.addUntold(parent, has[i]);
      continue;
    }
    moved[i] = smaller.child(parent, node.name, node.first);
    smaller.add(moved[i], node.count, node.total, node.first);
    if (sampleTime_ != 1) smaller.samples_[moved[i]] = samples_[i];
    if (untold(i) != 0) smaller.addUntold(moved[i], untold(i));
    if (open(i) != 0) smaller.addOpen(moved[i], open(i));
  }
  smaller.noteMoved(*this, moved);
  return smaller;
}

void CallTree::write(WireWriter& out) const {
  out(leftOut_);
  out.putArray(nodes_.all());
  out(samples_, untold_, open_, longest_);
}

std::vector<uint32_t> CallTree::merge(WireReader& in, bool byThread) {
  std::vector<CallNode> nodes;
  std::vector<int64_t> samples, untold;
  std::vector<uint64_t> open;
  std::vector<LongestTime> longest;
  uint64_t leftOut = 0;
  in(leftOut, untranslated(nodes), samples, untold, open, longest);
  leftOut_ += leftOut;
  std::vector<uint32_t> ours(nodes.size(), kRoot);
  for (uint32_t i = 1; i < nodes.size(); ++i) {
    const CallNode& from = nodes[i];
    if (from.parent >= i) continue;
    const bool thread = byThread && from.parent == kRoot;
    const NameId name = thread ? frameOf(in.translated(threadOf(from.name))) : in.translated(from.name);
    ours[i] = child(ours[from.parent], name, from.first);
    CallNode& to = nodes_[ours[i]];
    const bool counted = to.count > 0, counts = from.count > 0;
    if (counted == counts ? from.first < to.first : counts) to.first = from.first;
    to.count += from.count;
    to.total = plus(to.total, from.total);
    if (!samples_.empty() && i < samples.size()) samples_[ours[i]] = plus(samples_[ours[i]], samples[i]);
  }
  for (uint32_t i = 0; i < untold.size() && i < nodes.size(); ++i)
    if (untold[i] != 0) addUntold(ours[i], untold[i]);
  for (uint32_t i = 0; i < open.size() && i < nodes.size(); ++i)
    if (open[i] != 0) addOpen(ours[i], open[i]);
  for (uint32_t i = 0; i < longest.size() && i < nodes.size(); ++i) note(ours[i], longest[i]);
  return ours;
}

}  // namespace tp
