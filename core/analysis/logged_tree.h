// LoggedTree is a tree of stacks of which most are still in a log (core/analysis/call_log.h), for those who want the
// heavy ones only: making all nodes takes most of the time and memory of a tree.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/analysis/call_log.h"
#include "core/analysis/call_tree.h"

namespace tp {

class LoggedTree {
 public:
  // `log`: calls that count in the tree, and are not in it yet. Nothing may be pending in it.
  LoggedTree(CallTree tree, CallLog log) : tree_(std::move(tree)), log_(std::move(log)), names_(log_.names()) {
    log_.start(tree_);
  }

  // It has all callees of each node but of those that follows() tells. No callee of theirs, and no sum of such callees,
  // has a larger total.
  const CallTree& tree() const { return tree_; }
  // Whether the node has callees that are not in the tree yet: it has none there then.
  bool follows(uint32_t node) const { return log_.follows(node); }
  // Adds all callees of the node to the tree, if there are any. What was read of the tree is no longer valid.
  void follow(uint32_t node) { log_.follow(tree_, node); }
  // Says that the node will soon be followed.
  void expect(uint32_t node) const { log_.expect(node); }
  // Returns which names calls have that were not in the tree at first, by name + 1.
  const std::vector<bool>& names() const { return names_; }

 private:
  CallTree tree_;
  CallLog log_;
  std::vector<bool> names_;
};

}  // namespace tp
