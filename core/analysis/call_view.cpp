#include "core/analysis/call_view.h"

#include <algorithm>

namespace tp {
namespace {

// Upside down, a tree of deep stacks is many times its size.
constexpr size_t kMost = size_t{1} << 19;

}  // namespace

CallView::CallView(const CallTree& from, Kind kind, NameId function) : from_(from), kind_(kind), function_(function) {
  within_.resize(from.nodes().size(), 0);
}

bool CallView::step(uint32_t nodes) {
  uint32_t size = static_cast<uint32_t>(from_.nodes().size());
  for (uint32_t end = at_ + std::min(nodes, size - std::min(at_, size)); at_ < end; ++at_) {
    if (kind_ == Kind::Callers) callers(at_);
    if (kind_ == Kind::Callees) callees(at_);
  }
  return !done();
}

// Calls within a call of the same function are part of it.
void CallView::callers(uint32_t node) {
  const CallNode& from = from_.nodes()[node];
  if (within_[from.parent] != 0) {
    within_[node] = 1;
  } else if (from.name == function_) {
    within_[node] = 1;
    if (tree_.nodes().size() > kMost) tree_.prune(kMost / 2, {});
    uint32_t to = CallTree::kRoot;
    for (uint32_t at = node; at != CallTree::kRoot; at = from_.nodes()[at].parent) {
      to = tree_.child(to, from_.nodes()[at].name, from.first);
      tree_.add(to, from.count, from.total, from.first);
    }
  }
}

void CallView::callees(uint32_t node) {
  const CallNode& from = from_.nodes()[node];
  uint32_t parent = within_[from.parent];
  if (parent == 0 && from.name != function_) return;
  within_[node] = tree_.child(parent == 0 ? CallTree::kRoot : parent, from.name, from.first);
  tree_.add(within_[node], from.count, from.total, from.first);
}

}  // namespace tp
