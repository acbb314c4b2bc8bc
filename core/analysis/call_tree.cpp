#include "core/analysis/call_tree.h"

#include <algorithm>

namespace tp {

CallTree::CallTree() : nodes_(1), slots_(64), mask_(slots_.size() - 1) {}

uint32_t CallTree::make(uint32_t parent, NameId name, Time first) {
  uint32_t node = static_cast<uint32_t>(nodes_.size());
  CallNode made;
  made.parent = parent;
  made.name = name;
  made.first = first;
  nodes_.push_back(made);
  if (nodes_.size() * 2 > slots_.size()) {
    slots_.assign(slots_.size() * 2, Slot{});
    mask_ = slots_.size() - 1;
    for (uint32_t i = 1; i < node; ++i) insert(static_cast<uint64_t>(nodes_[i].parent) << 32 | nodes_[i].name, i);
  }
  insert(static_cast<uint64_t>(parent) << 32 | name, node);
  return node;
}

void CallTree::insert(uint64_t key, uint32_t node) {
  size_t at = hash(key) & mask_;
  while (slots_[at].node != kRoot) at = (at + 1) & mask_;
  slots_[at] = {key, node};
}

void CallTree::merge(const std::vector<CallNode>& nodes,
                     const std::function<NameId(NameId name, uint32_t parent)>& rename) {
  std::vector<uint32_t> ours(nodes.size(), kRoot);
  for (uint32_t i = 1; i < nodes.size(); ++i) {
    const CallNode& from = nodes[i];
    if (from.parent >= i) continue;
    ours[i] = child(ours[from.parent], rename(from.name, from.parent), from.first);
    CallNode& to = nodes_[ours[i]];
    to.count += from.count;
    to.total += from.total;
    to.samples += from.samples;
    to.first = std::min(to.first, from.first);
  }
}

CallChildren childrenOf(const std::vector<CallNode>& nodes) {
  std::vector<uint8_t> called(nodes.size(), 0);
  for (size_t i = nodes.size(); i-- > 1;)
    if (nodes[i].count > 0 || called[i] != 0) called[i] = called[nodes[i].parent] = 1;

  CallChildren children;
  children.begin.assign(nodes.size() + 1, 0);
  for (size_t i = 1; i < nodes.size(); ++i) children.begin[nodes[i].parent + 1] += called[i];
  for (size_t i = 1; i < children.begin.size(); ++i) children.begin[i] += children.begin[i - 1];
  children.nodes.resize(children.begin.back());
  std::vector<uint32_t> next(children.begin.begin(), children.begin.end() - 1);
  for (uint32_t i = 1; i < nodes.size(); ++i)
    if (called[i] != 0) children.nodes[next[nodes[i].parent]++] = i;
  for (size_t i = 0; i < nodes.size(); ++i)
    std::stable_sort(children.nodes.begin() + children.begin[i], children.nodes.begin() + children.begin[i + 1],
                     [&](uint32_t a, uint32_t b) { return nodes[a].first < nodes[b].first; });
  return children;
}

std::vector<int64_t> selfTimes(const std::vector<CallNode>& nodes, int64_t sampleTime) {
  std::vector<int64_t> self(nodes.size(), 0);
  for (size_t i = 1; i < nodes.size(); ++i) {
    self[i] += nodes[i].total / sampleTime;
    self[nodes[i].parent] -= sampleTime == 1 ? nodes[i].total : nodes[i].samples;
  }
  // What was never called itself, as a thread above its calls, has no time to spend.
  for (size_t i = 0; i < self.size(); ++i) self[i] = nodes[i].count > 0 ? std::max<int64_t>(0, self[i]) : 0;
  return self;
}

}  // namespace tp
