#include "core/analysis/call_edges.h"

#include <algorithm>

namespace tp {

size_t CallEdges::slotOf(NameId caller, NameId callee) const {
  const uint64_t key = (uint64_t{caller} << 32 | callee) * 0x9e3779b97f4a7c15u;
  size_t slot = static_cast<size_t>(key >> 32) & (slots_.size() - 1);
  while (slots_[slot] != kNone && (edges_[slots_[slot]].caller != caller || edges_[slots_[slot]].callee != callee))
    slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

void CallEdges::grow() {
  slots_.assign(std::max<size_t>(64, slots_.size() * 2), kNone);
  for (uint32_t i = 0; i < edges_.size(); ++i) slots_[slotOf(edges_[i].caller, edges_[i].callee)] = i;
}

uint32_t CallEdges::find(NameId caller, NameId callee) {
  if (edges_.size() < kMost && edges_.size() * 2 >= slots_.size()) grow();
  uint32_t& slot = slots_[slotOf(caller, callee)];
  if (slot != kNone) return slot;
  if (edges_.size() >= kMost) return complete_ = false, kNone;
  slot = static_cast<uint32_t>(edges_.size());
  edges_.push_back({caller, callee, 0, 0});
  return slot;
}

void CallEdges::merge(std::span<const CallEdge> theirs, bool complete) {
  complete_ = complete_ && complete;
  for (const CallEdge& one : theirs) add(one);
}

}  // namespace tp
