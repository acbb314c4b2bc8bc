#include "core/analysis/call_tree.h"

#include <gtest/gtest.h>

namespace tp {
namespace {

// Names that are told apart by little, few and many of them: each has one node, and they keep their order.
TEST(CallTree, EachCalleeHasOneNode) {
  for (uint32_t step : {1u, 23u, 32u}) {
    for (uint32_t many : {1u, 2u, 4u, 5u, 6u, 24u, 1000u}) {
      CallTree tree;
      uint32_t caller = tree.child(CallTree::kRoot, 7, 0);
      std::vector<uint32_t> made;
      for (uint32_t i = 0; i < many; ++i) {
        made.push_back(tree.child(caller, i * step, i));
        EXPECT_EQ(tree.nodes()[made.back()].parent, caller);
        EXPECT_EQ(tree.nodes()[made.back()].name, i * step);
        // Asked for again while there are ever more of them.
        for (uint32_t before = 0; before <= i; before += 1 + i / 3)
          EXPECT_EQ(tree.child(caller, before * step, 0), made[before]) << before << " of " << i;
      }
      EXPECT_EQ(tree.nodes().size(), many + size_t{2});
      for (uint32_t node : made) tree.count(node, 10, 100);
      std::vector<uint32_t> callees;
      tree.children(caller, callees);
      EXPECT_EQ(callees, made);
    }
  }
}

// Of threads, which have nothing of their own, each with many small stacks, nothing is lost.
TEST(CallTree, WhatIsLeftOutIsUntold) {
  CallTree tree;
  for (NameId thread = 0; thread < 3; ++thread) {
    const uint32_t top = tree.child(CallTree::kRoot, 100 + thread, 0);
    for (NameId name = 0; name < 10; ++name) tree.count(tree.child(top, name, 0), 5, 0);
    tree.addUntold(top, 2);
  }
  auto untold = [](const CallTree& of) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < of.nodes().size(); ++i) sum += of.untold(i);
    return sum;
  };
  const CallTree threads = tree.without(20, CallTree::kRoot, 1);
  EXPECT_EQ(threads.nodes().size(), 4u);
  EXPECT_EQ(untold(threads), 3 * 52);
  const CallTree none = tree.without(1000, CallTree::kRoot, 0);
  EXPECT_EQ(none.nodes().size(), 1u);
  EXPECT_EQ(untold(none), 3 * 52);
  EXPECT_EQ(tree.without(5, CallTree::kRoot, 1).nodes().size(), tree.nodes().size());
}

// Calls are counted as far as a trace may go.
TEST(CallTree, CountsBeyondThirtyTwoBits) {
  CallTree tree;
  uint32_t node = tree.child(CallTree::kRoot, 1, 0);
  tree.add(node, uint64_t{5} << 32, 1, 0);
  tree.count(node, 1, 0);
  EXPECT_EQ(tree.nodes()[node].count, (uint64_t{5} << 32) + 1);
}

}  // namespace
}  // namespace tp
