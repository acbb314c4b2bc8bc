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

// Behind its sibling `before`; without one, it is the first.
uint32_t CallTree::make(uint32_t parent, uint32_t before, NameId name, Time first) {
  uint32_t node = static_cast<uint32_t>(nodes_.size());
  CallNode made;
  made.parent = parent;
  made.name = name;
  made.first = first;
  uint32_t& link = before == kRoot ? nodes_[parent].child : nodes_[before].sibling;
  made.sibling = link;
  link = node;
  nodes_.push_back(made);
  if (sampleTime_ != 1) samples_.push_back(0);
  return node;
}

// Children behind the first kWalk are in the hash.
uint32_t CallTree::childOfMany(uint32_t parent, uint32_t before, NameId name, Time first) {
  if ((hashed_ + 1) * size_t{2} > slots_.size()) {
    std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(std::max<size_t>(64, slots_.size() * 2)));
    for (const Slot& slot : old)
      if (slot.node != kRoot) slotOf(slot.key) = slot;
  }
  Slot& slot = slotOf(keyOf(parent, name));
  if (slot.node != kRoot) return slot.node;
  uint32_t node = make(parent, before, name, first);
  slot = {keyOf(parent, name), node};
  ++hashed_;
  return node;
}

// Where the key is, or belongs.
CallTree::Slot& CallTree::slotOf(uint64_t key) {
  uint64_t hash = key * 0x9e3779b97f4a7c15u;
  size_t mask = slots_.size() - 1;
  size_t at = static_cast<size_t>(hash >> 32) & mask;
  while (slots_[at].node != kRoot && slots_[at].key != key) at = (at + 1) & mask;
  return slots_[at];
}

int64_t CallTree::self(uint32_t node) const {
  // What was never called itself, as a thread above its calls, has no time to spend.
  if (nodes_[node].count == 0) return 0;
  int64_t self = nodes_[node].total / sampleTime_;
  for (uint32_t at = nodes_[node].child; at != kRoot; at = nodes_[at].sibling)
    self = minus(self, sampleTime_ == 1 ? nodes_[at].total : samples_[at]);
  return std::max<int64_t>(0, self);
}

std::vector<int64_t> CallTree::selves() const {
  std::vector<int64_t> selves(nodes_.size(), 0);
  for (uint32_t i = 1; i < nodes_.size(); ++i) {
    const CallNode& node = nodes_[i];
    selves[i] = sampleTime_ == 1 ? node.total : node.total / sampleTime_;
    selves[node.parent] = minus(selves[node.parent], sampleTime_ == 1 ? node.total : samples_[i]);
  }
  for (uint32_t i = 0; i < nodes_.size(); ++i)
    if (selves[i] < 0 || nodes_[i].count == 0) selves[i] = 0;
  return selves;
}

void CallTree::children(uint32_t node, std::vector<uint32_t>& out) const {
  size_t begin = out.size();
  bool sorted = true;
  for (uint32_t at = nodes_[node].child; at != kRoot; at = nodes_[at].sibling) {
    if (nodes_[at].count == 0 && nodes_[at].child == kRoot) continue;
    sorted = sorted && (out.size() == begin || nodes_[out.back()].first <= nodes_[at].first);
    out.push_back(at);
  }
  if (sorted) return;
  std::stable_sort(out.begin() + static_cast<ptrdiff_t>(begin), out.end(),
                   [&](uint32_t a, uint32_t b) { return nodes_[a].first < nodes_[b].first; });
}

std::vector<uint32_t> CallTree::prune(size_t nodes, const std::vector<uint32_t>& open) {
  // Callers have no less time than what they call, open ones apart.
  std::vector<uint8_t> kept(nodes_.size(), 0);
  kept[kRoot] = 1;
  size_t left = nodes;
  for (uint32_t node : open)
    for (uint32_t at = node; at != kNone && kept[at] == 0; at = nodes_[at].parent) kept[at] = 1;
  int64_t least = 0;
  if (nodes_.size() > left) {
    std::vector<int64_t> totals;
    totals.reserve(nodes_.size());
    for (const CallNode& node : nodes_) totals.push_back(node.total);
    auto middle = totals.end() - static_cast<ptrdiff_t>(std::min(left, totals.size()));
    if (middle != totals.end()) std::nth_element(totals.begin(), middle, totals.end());
    least = middle != totals.end() ? plus(*middle, 1) : std::numeric_limits<int64_t>::max();
  }
  CallTree smaller(sampleTime_);
  smaller.leftOut_ = leftOut_;
  smaller.least_ = std::max(least_, least);
  std::vector<uint32_t> moved(nodes_.size(), kNone);
  moved[kRoot] = kRoot;
  for (uint32_t i = 1; i < nodes_.size(); ++i) {
    const CallNode& node = nodes_[i];
    uint32_t parent = moved[node.parent];
    bool outermost = node.parent == kRoot;
    if (parent == kNone || (!outermost && kept[i] == 0 && node.total < least)) {
      smaller.leftOut_ += node.count;
      continue;
    }
    moved[i] = smaller.child(parent, node.name, node.first);
    smaller.add(moved[i], node.count, node.total, node.first);
    if (sampleTime_ != 1) smaller.samples_[moved[i]] = samples_[i];
  }
  *this = std::move(smaller);
  return moved;
}

void CallTree::write(WireWriter& out) const {
  out.put(leftOut_);
  out.putArray(nodes_);
  out.putArray(samples_);
}

}  // namespace tp
