// Self time that a function has moved between outermost calls.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/compare/change_figures.h"
#include "core/analysis/compare/function_changes.h"
#include "core/analysis/compare/function_rates.h"
#include "core/analysis/compare/moved_time.h"
#include "core/analysis/compare/recordings.h"
#include "core/export/compare_text.h"
#include "tests/support/calls_both_ways.h"

namespace tp {
namespace {

// A side that is built of calls within calls of an outermost function. "": they are the outermost themselves.
struct Made {
  SideFunctions side;

  uint32_t function(const std::string& name) {
    for (uint32_t i = 0; i < side.functions.size(); ++i)
      if (side.functions[i].name == name) return i;
    side.functions.push_back({name, false, {}});
    side.functions.back().figures.total = 0;
    return static_cast<uint32_t>(side.functions.size() - 1);
  }
  // `early`: how many of the calls began in the first half, each of which takes as long as the others.
  Made& call(const std::string& outermost, const std::string& name, uint64_t calls, int64_t self, uint64_t early = 0) {
    const uint32_t within = outermost.empty() ? SideCall::kNobody : function(outermost), of = function(name);
    const int64_t earlySelf = calls == 0 ? 0 : self * static_cast<int64_t>(early) / static_cast<int64_t>(calls);
    side.within.push_back({within, of, {calls, early, self, earlySelf}});
    side.within = addedUp(std::move(side.within));
    side.functions[of].figures.calls += calls;
    side.functions[of].figures.self += self;
    return *this;
  }
};

// main and worker are called once, and take as long on both sides.
Made program() {
  Made made;
  made.call("", "main", 1, 100).call("", "worker", 1, 50);
  return made;
}

// "f 500: called in worker, no longer in main" of each that has moved, in the order of the rows.
std::vector<std::string> moved(const SideFunctions& a, const SideFunctions& b) {
  std::vector<std::string> out;
  for (const FunctionChange& one : compareFunctions(a, b).changes)
    if (one.moved.time != 0)
      out.push_back(one.name + " " + std::to_string(one.moved.time) + ": " + movedWords(one.moved));
  return out;
}
using Texts = std::vector<std::string>;

TEST(CompareMoved, WhatIsCalledElsewhereHasMoved) {
  const Made a = program().call("main", "f", 10, 500), b = program().call("worker", "f", 10, 520);
  EXPECT_EQ(moved(a.side, b.side), Texts{"f 500: called in worker, no longer in main"});
  EXPECT_EQ(moved(b.side, a.side), Texts{"f 500: called in main, no longer in worker"});
  EXPECT_EQ(moved(a.side, a.side), Texts{});
  // It is a row even if nothing else differs, and no part of a change.
  const Made c = program().call("worker", "f", 10, 500);
  const FunctionComparison same = compareFunctions(a.side, c.side);
  ASSERT_EQ(same.changes.size(), 1u);
  EXPECT_EQ(same.changes[0].change, 0);
  EXPECT_EQ(same.change(), 0);
  const std::string text = comparisonReport(same);
  EXPECT_NE(text.find("f (500 moved: called in worker, no longer in main)"), std::string::npos) << text;
  EXPECT_NE(text.find("it is no part of the change, and in no sum"), std::string::npos) << text;
  EXPECT_NE(
      comparisonJson(same).find("\"moved\": {\"time\": 500, \"from\": [\n  {\"within\": \"main\", \"change\": -500}]"),
      std::string::npos)
      << comparisonJson(same);
  EXPECT_NE(comparisonCsv(same).find(",500,main,worker\n"), std::string::npos) << comparisonCsv(same);
}

TEST(CompareMoved, OnlyWhatBothHaveLessAndMoreOfCounts) {
  // The rest of what main no longer does is not done at all.
  const Made a = program().call("main", "f", 10, 500).call("worker", "f", 2, 100);
  const Made b = program().call("main", "f", 4, 200).call("worker", "f", 3, 150).call("", "f", 1, 50);
  EXPECT_EQ(moved(a.side, b.side), Texts{"f 100: called more in worker, [no caller], less in main"});
  // More time of as many calls has not come from elsewhere.
  const Made c = program().call("main", "f", 10, 400).call("worker", "f", 2, 200);
  EXPECT_EQ(moved(a.side, c.side), Texts{});
  // A function that calls itself less is not called in others for that.
  const Made d = program().call("", "f", 1, 50).call("f", "f", 9, 450);
  EXPECT_EQ(moved(d.side, program().call("", "f", 10, 500).side), Texts{});
}

TEST(CompareMoved, WhatHalvesDifferByIsNoise) {
  // main's calls are nearly all in the first half.
  const Made a = program().call("main", "f", 10, 500, 9).call("worker", "f", 10, 500, 5);
  const Made b = program().call("main", "f", 8, 400, 7).call("worker", "f", 12, 600, 6);
  EXPECT_EQ(moved(a.side, b.side), Texts{});
  const Made c = program().call("main", "f", 10, 500, 5).call("worker", "f", 10, 500, 5);
  const Made d = program().call("main", "f", 8, 400, 4).call("worker", "f", 12, 600, 6);
  EXPECT_EQ(moved(c.side, d.side), Texts{"f 100: called more in worker, less in main"});
  // Where there are no such calls any more, it is no noise.
  const Made e = program().call("worker", "f", 20, 1000, 10);
  EXPECT_EQ(moved(a.side, e.side), Texts{"f 500: called more in worker, no longer in main"});
}

TEST(CompareMoved, AnOutermostFunctionThatMayBeRenamedHasLostNothing) {
  const Made a = program().call("", "old", 1, 10).call("old", "f", 10, 500);
  const Made b = program().call("", "young", 1, 9000).call("young", "f", 10, 500);
  EXPECT_EQ(moved(a.side, b.side), Texts{});
  // What both sides have may have given it to a new one.
  const Made c = program().call("main", "f", 10, 500);
  EXPECT_EQ(moved(c.side, b.side), Texts{"f 500: called in young, no longer in main"});
}

TEST(CompareMoved, TheRowOfWhichMostMovedIsTheFirst) {
  const Made a = program().call("main", "f", 10, 500).call("main", "g", 1, 400).call("main", "h", 1, 10);
  const Made b = program().call("worker", "f", 10, 500).call("main", "g", 1, 1).call("main", "h", 1, 20);
  const FunctionComparison found = compareFunctions(a.side, b.side);
  ASSERT_EQ(found.changes.size(), 3u);
  EXPECT_EQ(found.changes[0].name, "f");
  EXPECT_EQ(found.changes[1].name, "g");
  EXPECT_EQ(found.changes[2].name, "h");
  // A change that is as large comes first.
  const Made c = program().call("worker", "f", 10, 500).call("main", "g", 1, 900).call("main", "h", 1, 20);
  EXPECT_EQ(compareFunctions(a.side, c.side).changes[0].name, "g");
}

TEST(CompareMoved, FiguresAreDividedAsOthersAre) {
  Made a = program().call("main", "f", 10, 500), b = program().call("worker", "f", 10, 500);
  const std::vector<SideFunctions> before(3, a.side), after(2, b.side);
  EXPECT_EQ(compareRecordings(before, after).changes.at(0).moved.time, 500'000);  // in thousandths
  divideFigures(a.side.functions, {5, 1});
  divideFigures(b.side.functions, {10, 1});
  EXPECT_EQ(moved(a.side, b.side), Texts{"f 50000: called in worker, no longer in main"});
}

TEST(CompareMoved, WhereItIsNotKnownNothingHasMoved) {
  Made a = program().call("main", "f", 10, 500), b = program().call("worker", "f", 10, 520);
  b.side.within.clear();
  EXPECT_EQ(moved(a.side, b.side), Texts{});
}

// What workers count: each call within the outermost one that is open, which is what the tree of stacks tells.
TEST(CompareMoved, OutermostCallsAreThoseOfTheCallTree) {
  for (const char* path :
       {"uftrace/compared/before.data", "uftrace/planted/plain.data", "uftrace/planted/moved.data"}) {
    CallScope scope;
    scope.outermost = true;
    const test::CallsBothWays calls(path, scope, true);
    ASSERT_TRUE(calls.done());
    std::map<std::pair<NameId, NameId>, uint64_t> expected, got;
    const CallTree& tree = calls.stacks->calls().profile.tree;
    for (uint32_t i = 1; i < tree.nodes().size(); ++i) {
      uint32_t top = i;
      while (tree.nodes()[top].parent != CallTree::kRoot) top = tree.nodes()[top].parent;
      const uint64_t calls = tree.nodes()[i].count - tree.open(i);
      if (calls > 0) expected[{top == i ? kNoName : tree.nodes()[top].name, tree.nodes()[i].name}] += calls;
    }
    const CallProfile& profile = calls.sums->calls().profile;
    std::map<NameId, CallHalves> byName;
    for (const OutermostCalls& one : profile.outermost.all()) {
      got[{one.outermost, one.name}] += one.sums.calls;
      byName[one.name].add(one.sums);
    }
    EXPECT_TRUE(profile.outermost.complete());
    EXPECT_EQ(got, expected) << path;
    EXPECT_GE(got.size(), 5u);
    for (const FunctionStats& row : calls.sums->calls().functions.rows) {
      EXPECT_EQ(byName[row.name].self, row.self);
      EXPECT_EQ(byName[row.name].early, profile.functions[row.name].early);
      EXPECT_EQ(byName[row.name].earlySelf, profile.functions[row.name].earlySelf);
    }
  }
}

TEST(CompareMoved, OfTooManySumsNothingIsKnown) {
  OutermostSums sums;
  sums.add(kNoName, 1000, 5, true);
  sums.add(7, OutermostSums::kMost - 5000, 3, false);
  EXPECT_TRUE(sums.complete());
  ASSERT_EQ(sums.all().size(), 2u);
  sums.add(8, 10000, 3, false);
  EXPECT_FALSE(sums.complete());
  EXPECT_EQ(sums.all().size(), 2u);
  OutermostSums more;
  more.add(1, kNoName - 1, 1, false);
  EXPECT_FALSE(more.complete());
  OutermostSums merged;
  merged.merge(sums.all(), false);
  EXPECT_FALSE(merged.complete());
  ASSERT_EQ(merged.all().size(), 2u);
  EXPECT_EQ(merged.all()[0].name, 1000u);
  EXPECT_EQ(merged.all()[0].sums.early, 1u);
  NameTable names;
  EXPECT_TRUE(sideWithin({{"f", false, {}}}, merged, names).empty());
}

}  // namespace
}  // namespace tp
