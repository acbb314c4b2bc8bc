// Comparing stacks: one tree of both sides, in which nothing is lost.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/analysis/compare/stack_changes.h"
#include "core/export/compare_stacks.h"

namespace tp {
namespace {

// A side that is built of stacks.
struct Made {
  NameTable names;
  CallTree tree;

  // A call of each, which lasts so long by itself.
  void call(const std::vector<const char*>& path, int64_t self) {
    uint32_t node = CallTree::kRoot;
    for (size_t i = 0; i < path.size(); ++i) {
      node = tree.child(node, names.intern(path[i]), 0);
      tree.add(node, i + 1 == path.size() ? 1 : 0, self, 0);
    }
  }
  SideStacks side() const {
    SideStacks out;
    out.tree = &tree;
    out.names = &names;
    return out;
  }
};

std::string folded(const Made& a, const Made& b, size_t most = kComparedStacks) {
  return comparisonFolded(compareStacks(a.side(), b.side(), most));
}

void expectSums(const StackComparison& found) {
  for (const ComparedStack& stack : found.stacks) {
    int64_t a = stack.a.self + stack.a.untold, b = stack.b.self + stack.b.untold;
    for (uint32_t i = 0; i < stack.callees; ++i) {
      a += found.stacks[stack.child + i].a.total;
      b += found.stacks[stack.child + i].b.total;
      EXPECT_EQ(&found.stacks[found.stacks[stack.child + i].parent], &stack);
    }
    EXPECT_EQ(stack.a.total, a);
    EXPECT_EQ(stack.b.total, b);
  }
}

TEST(CompareStacks, FiguresOfBothSides) {
  Made a, b;
  a.call({"main"}, 1);
  a.call({"main", "gone", "leaf"}, 30);
  a.call({"main", "both"}, 5);
  b.call({"main", "both"}, 7);
  b.call({"main", "both"}, 7);
  b.call({"main", "fresh"}, 10);
  b.call({"main"}, 2);
  const StackComparison found = compareStacks(a.side(), b.side());
  expectSums(found);
  EXPECT_EQ(comparisonFolded(found), "main 1 2\nmain;gone;leaf 30 0\nmain;both 5 14\nmain;fresh 0 10\n");
  EXPECT_EQ(found.root().a.total, 36);
  EXPECT_EQ(found.root().b.total, 26);
  EXPECT_EQ(found.change(), -10);
  ASSERT_EQ(found.stacks.size(), 6u);
  EXPECT_TRUE(found.stacks[2].vanished());
  EXPECT_FALSE(found.stacks[2].added());
  EXPECT_EQ(found.stacks[3].b.calls, 2u);
  EXPECT_TRUE(found.stacks[4].added());
  EXPECT_FALSE(found.same());
}

// A call that lies behind a range leaves nodes without calls or time, for what it calls, too.
TEST(CompareStacks, NodesWithoutCallsAreNoStacks) {
  Made a, b;
  a.call({"main"}, 1);
  a.call({"main", "store", "lock"}, 30);
  b.call({"main"}, 1);
  const uint32_t store = b.tree.child(1, b.names.intern("store"), 0);
  b.tree.child(b.tree.child(store, b.names.intern("lock"), 0), b.names.intern("wait"), 0);
  for (const bool exchanged : {false, true}) {
    const StackComparison found = compareStacks((exchanged ? b : a).side(), (exchanged ? a : b).side());
    expectSums(found);
    ASSERT_EQ(found.stacks.size(), 4u) << "\"wait\" is nowhere a stack";
    EXPECT_EQ(found.functions.size(), 3u);
    for (const uint32_t stack : {2u, 3u})
      EXPECT_TRUE(exchanged ? found.stacks[stack].added() : found.stacks[stack].vanished());
  }
}

TEST(CompareStacks, ASideDoesNotDifferFromItself) {
  Made a;
  a.call({"main", "f", "g"}, 3);
  EXPECT_TRUE(compareStacks(a.side(), a.side()).same());
  const Made none;
  EXPECT_TRUE(compareStacks(none.side(), none.side()).same());
  EXPECT_EQ(comparisonReport(compareStacks(none.side(), none.side())).substr(0, 4), "A  :");
}

TEST(CompareStacks, NamesOfTwoBuildsAreOneFrame) {
  Made a, b;
  a.call({"main", "scaled", "f<int>"}, 3);
  b.call({"main", "scaled.constprop.0", "f<long>"}, 4);
  EXPECT_EQ(folded(a, b), "main;scaled.constprop.0;f<long> 3 4\n");
  EXPECT_EQ(compareStacks(a.side(), b.side()).nameOf(2).before, "scaled");
}

TEST(CompareStacks, SmallStacksOfBothSidesAreLeftToTheirCaller) {
  Made a, b;
  for (int i = 0; i < 100; ++i) a.call({"main", ("f" + std::to_string(i)).c_str()}, i);
  for (int i = 0; i < 100; ++i) b.call({"main", ("f" + std::to_string(i)).c_str()}, 99 - i);
  const StackComparison all = compareStacks(a.side(), b.side());
  EXPECT_EQ(all.least, 0);
  EXPECT_EQ(all.stacks.size(), 102u);
  const StackComparison some = compareStacks(a.side(), b.side(), 50);
  expectSums(some);
  EXPECT_LE(some.stacks.size(), 52u);
  EXPECT_GT(some.stacks.size(), 20u);
  EXPECT_EQ(some.root().a.total, all.root().a.total);
  EXPECT_EQ(some.root().b.total, all.root().b.total);
  EXPECT_GT(some.least, 0);
  for (const ComparedStack& stack : some.stacks) {
    EXPECT_TRUE(stack.a.met && stack.b.met);
    EXPECT_GE(std::max(stack.a.total, stack.b.total), some.least);
  }
  const size_t kept = static_cast<size_t>(std::count_if(all.stacks.begin(), all.stacks.end(), [&](const auto& stack) {
    return std::max(stack.a.total, stack.b.total) >= some.least;
  }));
  EXPECT_EQ(some.stacks.size(), kept);
}

TEST(CompareStacks, AStackThatASideDoesNotTellIsNotNew) {
  Made a, b;
  a.call({"main", "f"}, 50);
  a.call({"main", "small"}, 3);
  b.call({"main", "f"}, 50);
  b.call({"main", "small"}, 60);
  a.tree = a.tree.without(10, CallTree::kRoot, 1);
  const StackComparison found = compareStacks(a.side(), b.side());
  expectSums(found);
  const ComparedStack& one = found.stacks[2];
  EXPECT_EQ(found.nameOf(2).name, "small");
  EXPECT_EQ(one.a.atMost, 3);
  EXPECT_FALSE(one.added());
  EXPECT_FALSE(one.known());
  EXPECT_NE(comparisonReport(found).find("\u22643"), std::string::npos);
}

TEST(CompareStacks, WhatWasNeverCalledAddsUp) {
  Made a;
  const uint32_t cut = a.tree.child(CallTree::kRoot, a.names.intern("cut"), 0);
  a.tree.count(a.tree.child(cut, a.names.intern("f"), 0), 12, 0);
  const StackComparison found = compareStacks(a.side(), Made().side());
  expectSums(found);
  EXPECT_EQ(found.root().a.total, 12);
  EXPECT_EQ(comparisonFolded(found), "cut;f 12 0\n");
}

TEST(CompareStacks, ConvertedTimesAddUp) {
  Made a;
  a.call({"main", "f"}, 5);
  a.call({"main"}, 5);
  SideStacks converted = a.side();
  convertTimes(converted, ClockInfo(), [](Time time) { return time / 2; });
  const StackComparison found = compareStacks(converted, a.side());
  expectSums(found);
  EXPECT_EQ(found.root().a.total, 4);
}

TEST(CompareStacks, EqualTextsOfOneSideAreOneFrame) {
  Made a;
  a.names.keepFunctions(FunctionIdentity::Apart);
  const NameId one = a.names.intern(FunctionName{"f", "f", "f(int)", "f(int)"});
  const NameId other = a.names.intern(FunctionName{"f", "f", "f(long)", "f(long)"});
  ASSERT_NE(one, other);
  for (const NameId name : {one, other}) {
    const uint32_t node = a.tree.child(CallTree::kRoot, name, 0);
    a.tree.count(node, 10, 0);
    const uint32_t callee = a.tree.child(node, a.names.intern("g"), 0);
    a.tree.count(callee, 4, 0);
  }
  const StackComparison found = compareStacks(a.side(), a.side());
  expectSums(found);
  EXPECT_EQ(comparisonFolded(found), "f 12 12\nf;g 8 8\n");
}

}  // namespace
}  // namespace tp
