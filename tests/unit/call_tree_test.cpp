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
