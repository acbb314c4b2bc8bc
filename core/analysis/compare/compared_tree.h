// The call tree of one side of a comparison of stacks: its functions are those of both sides, and totals add up.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/call_tree.h"
#include "core/analysis/compare/stack_changes.h"
#include "core/analysis/compare/stack_names.h"
#include "core/analysis/logged_tree.h"
#include "core/trace/sums.h"

namespace tp {

class ComparedTree {
 public:
  // `names` are those of matchStackNames(). What the side points to must outlive this.
  ComparedTree(const SideStacks& side, StackNames names);

  const CallNode& node(uint32_t node) const { return tree_.nodes()[node]; }
  size_t size() const { return tree_.nodes().size(); }
  uint32_t functionOf(uint32_t node) const { return names_.at(tree_.nodes()[node].name); }
  // What is followed later is of totals that are summed already.
  int64_t total(uint32_t node) const { return node >= totals_.size() ? tree_.nodes()[node].total : totals_[node]; }
  int64_t untold(uint32_t node) const { return tree_.untold(node); }
  // Whether it is no stack of this side. What is followed later has calls.
  bool isNothing(uint32_t node) const { return node < names_.nothing.size() && names_.nothing[node]; }
  // Whether its callees are told as those of its caller.
  bool inlined(uint32_t node) const { return inlined_ && node != CallTree::kRoot && names_.inlined[functionOf(node)]; }
  // The total without callees that are told elsewhere, which must have been followed.
  int64_t ownTotal(uint32_t node) const {
    if (!inlined(node)) return total(node);
    int64_t own = total(node);
    for (uint32_t at = tree_.nodes()[node].child; at != CallTree::kRoot; at = tree_.nodes()[at].sibling)
      if (!isNothing(at)) own = minus(own, total(at));
    return own;
  }
  uint64_t open(uint32_t node) const { return tree_.open(node); }

  // As those of LoggedTree.
  bool follows(uint32_t node) const { return logged_ != nullptr && logged_->follows(node); }
  void follow(uint32_t node) {
    if (logged_ != nullptr) logged_->follow(node);
  }
  // Fetches what follow(), or going on to the callees, will need.
  void expect(uint32_t node) const {
    __builtin_prefetch(&tree_.nodes()[tree_.nodes()[node].child]);
    if (logged_ != nullptr) logged_->expect(node);
  }

 private:
  const CallTree& tree_;
  LoggedTree* logged_;
  StackNames names_;
  std::vector<int64_t> totals_;  // by node; empty: the tree's
  bool inlined_ = false;         // whether any function is
};

}  // namespace tp
