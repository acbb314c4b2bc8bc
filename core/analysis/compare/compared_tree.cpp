#include "core/analysis/compare/compared_tree.h"

#include <algorithm>
#include <span>
#include <utility>

namespace tp {
namespace {

// Returns the total of each node, as it adds up from the self times; empty if the nodes have these totals themselves.
// What was never called but has callees, such as a call that was cut, may have less.
std::vector<int64_t> summedTotals(const CallTree& tree) {
  const std::span<const CallNode> nodes = tree.nodes();
  std::vector<int64_t> sums(nodes.size(), 0);
  bool equal = true;
  for (size_t i = nodes.size(); i-- > 1;) {
    sums[nodes[i].parent] = plus(sums[nodes[i].parent], nodes[i].total);
    equal = equal && nodes[i].total >= plus(sums[i], tree.untold(static_cast<uint32_t>(i)));
  }
  if (equal) return {};
  sums.assign(nodes.size(), 0);
  for (size_t i = nodes.size(); i-- > 0;) {
    const auto node = static_cast<uint32_t>(i);
    sums[i] = plus(sums[i], plus(tree.untold(node), node != CallTree::kRoot ? tree.self(node) : 0));
    if (node != CallTree::kRoot) sums[nodes[i].parent] = plus(sums[nodes[i].parent], sums[i]);
  }
  return sums;
}

}  // namespace

ComparedTree::ComparedTree(const SideStacks& side, StackNames names)
    : tree_(*side.tree), logged_(side.logged), names_(std::move(names)), totals_(summedTotals(tree_)) {
  inlined_ = std::find(names_.inlined.begin(), names_.inlined.end(), true) != names_.inlined.end();
}

}  // namespace tp
