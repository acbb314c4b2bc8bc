// Functions whose names differ, paired by who calls whom: renamed ones, inlined ones, and what users say about them.
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "core/analysis/compare/function_pairs.h"
#include "core/analysis/compare/function_rates.h"
#include "core/analysis/compare/recordings.h"
#include "core/export/compare_stacks.h"
#include "core/export/compare_text.h"
#include "core/trace/sums.h"
#include "tests/support/calls_both_ways.h"

namespace tp {
namespace {

// A side that is built of calls, as "main>f": 60 calls of f by main that take so long by themselves. Of all calls, the
// call tree is made as well.
struct Made {
  SideFunctions side;
  std::shared_ptr<NameTable> names = std::make_shared<NameTable>();
  CallTree tree;

  uint32_t function(const std::string& name) {
    for (uint32_t i = 0; i < side.functions.size(); ++i)
      if (side.functions[i].name == name) return i;
    side.functions.push_back({name, false, {}});
    side.functions.back().figures.total = 0;
    return static_cast<uint32_t>(side.functions.size() - 1);
  }
  // `path`: the callers' names, and that of what is called.
  Made& call(const std::vector<std::string>& path, uint64_t calls, int64_t self) {
    const uint32_t callee = function(path.back());
    const uint32_t caller = path.size() > 1 ? function(path[path.size() - 2]) : SideCall::kNobody;
    side.calls.push_back({caller, callee, calls, self});
    side.functions[callee].figures.calls += calls;
    int64_t& own = side.functions[callee].figures.self;
    own = plus(own, self);
    uint32_t node = CallTree::kRoot;
    for (const std::string& name : path) {
      int64_t& total = *side.functions[function(name)].figures.total;
      total = plus(total, self);
      node = tree.child(node, names->intern(name), 0);
      tree.add(node, &name == &path.back() ? calls : 0, self, 0);
    }
    return *this;
  }
  SideStacks stacks() const {
    SideStacks out;
    out.tree = &tree;
    out.names = names.get();
    return out;
  }
};

using Texts = std::vector<std::string>;

// Those whose names differ, as "f~g", or "f=g" if it was told; and what was inlined, as "f>main".
Texts pairs(const Made& a, const Made& b, const NameCorrections& said = {}) {
  Texts out;
  const FunctionPairs found = pairFunctions(a.side, b.side, said);
  const PairedNames names = pairedNames(a.side, b.side, found);
  for (const PairedNames::Pair& one : names.pairs) out.push_back(one.a + (isGuess(one.by) ? "~" : "=") + one.b);
  for (size_t side = 0; side < 2; ++side)
    for (const PairedNames::Inlined& one : names.inlined[side])
      out.push_back((side == 0 ? "A:" : "B:") + one.name + ">" + one.into);
  for (const InlinedFunction& one : found.inlined) {
    int64_t sum = 0;
    for (const InlinedFunction::Into& into : one.into) sum += into.self;
    EXPECT_EQ(sum, (one.side == 0 ? a : b).side.functions[one.function].figures.self);
  }
  return out;
}

// main calls each of them, 10 times, for so long in all.
Made program(const std::vector<std::pair<std::string, int64_t>>& functions) {
  Made made;
  made.call({"main"}, 1, 100);
  for (const auto& [name, self] : functions) made.call({"main", name}, 10, self);
  return made;
}

TEST(ComparePairs, ARenamedFunctionHasItsCallersAndCallees) {
  EXPECT_EQ(pairs(program({{"f", 500}, {"g", 70}}), program({{"h", 510}, {"g", 70}})), Texts{"f~h"});
  // Each way, and what both sides have stays.
  Made a = program({{"f", 500}}), b = program({{"h", 500}});
  a.call({"main", "f", "leaf"}, 30, 10);
  b.call({"main", "h", "leaf"}, 30, 10);
  EXPECT_EQ(pairs(a, b), Texts{"f~h"});
  EXPECT_EQ(pairs(b, a), Texts{"h~f"});
  EXPECT_EQ(pairs(a, a), Texts{});
}

// Of two recordings of A, one has f in all of its calls, and the other one does something else.
TEST(ComparePairs, WhatOnlySomeRecordingsHaveIsNotGuessedToBeRenamed) {
  Made a = program({{"f", 500}, {"g", 70}}), b = program({{"h", 510}, {"g", 70}});
  a.side.side.others = b.side.side.others = {"second.dat"};
  for (Made* made : {&a, &b})
    for (SideFunction& one : made->side.functions) one.figures.recordings = 2;
  EXPECT_EQ(pairs(a, b), Texts{"f~h"});
  a.side.functions[a.function("f")].figures.recordings = 1;
  EXPECT_EQ(pairs(a, b), Texts{});
  EXPECT_EQ(pairs(b, a), Texts{});
}

TEST(ComparePairs, WhereSeveralCouldBeMeantNoneIs) {
  EXPECT_EQ(pairs(program({{"f", 500}}), program({{"g", 500}, {"h", 510}})), Texts{});
  EXPECT_EQ(pairs(program({{"f", 500}, {"g", 505}}), program({{"h", 500}})), Texts{});
  EXPECT_EQ(pairs(program({{"f", 500}, {"g", 505}, {"j", 1}}), program({{"h", 500}, {"i", 505}, {"j", 1}})), Texts{});
  // What they call tells them apart.
  Made a = program({{"f", 500}, {"g", 505}, {"leaf", 1}}), b = program({{"h", 500}, {"i", 505}, {"leaf", 1}});
  a.call({"main", "f", "leaf"}, 30, 10);
  b.call({"main", "i", "leaf"}, 30, 10);
  EXPECT_EQ(pairs(a, b), (Texts{"f~i", "g~h"}));
}

TEST(ComparePairs, WhatIsNotAlikeIsNotTheSame) {
  // Four times as long, and without callees.
  EXPECT_EQ(pairs(program({{"f", 500}}), program({{"h", 2000}})), Texts{});
  // Twice as often.
  Made a = program({}), b = program({});
  a.call({"main", "f"}, 10, 500);
  b.call({"main", "h"}, 20, 1000);
  EXPECT_EQ(pairs(a, b), Texts{});
  // Both programs ran for twice as long: main is called as often as f is.
  Made longer;
  longer.call({"main"}, 2, 200).call({"main", "h"}, 20, 1000);
  EXPECT_EQ(pairs(a, longer), Texts{"f~h"});
  // Too seldom to tell it.
  Made few = program({}), seldom = program({});
  few.call({"main", "f"}, 7, 350);
  seldom.call({"main", "h"}, 7, 350);
  EXPECT_EQ(pairs(few, seldom), Texts{});
  // Programs that share their main only.
  EXPECT_EQ(pairs(program({{"f", 500}, {"g", 5000}}), program({{"h", 500}, {"i", 60}, {"j", 7}})), Texts{});
  // Another caller.
  Made c = program({{"g", 1}}), d = program({{"g", 1}});
  c.call({"main", "f"}, 10, 500);
  d.call({"main", "g", "h"}, 10, 500);
  EXPECT_EQ(pairs(c, d), Texts{});
}

TEST(ComparePairs, AChainOfRenamedFunctions) {
  Made a = program({{"g", 1}, {"h", 1}}), b = program({{"g", 1}, {"h", 1}});
  a.call({"main", "a1"}, 10, 50).call({"main", "a1", "a2"}, 20, 50).call({"main", "a1", "a2", "a3"}, 60, 50);
  b.call({"main", "b1"}, 10, 50).call({"main", "b1", "b2"}, 20, 50).call({"main", "b1", "b2", "b3"}, 60, 50);
  EXPECT_EQ(pairs(a, b), (Texts{"a1~b1", "a2~b2", "a3~b3"}));
}

TEST(ComparePairs, NothingIsGuessedWithoutCallers) {
  Made a = program({{"f", 500}}), b = program({{"h", 500}});
  b.side.calls.clear();
  EXPECT_EQ(pairs(a, b), Texts{});
  EXPECT_EQ(pairs(Made(), Made()), Texts{});
  EXPECT_EQ(pairs(Made(), a), Texts{});
  EXPECT_EQ(pairs(a, Made()), Texts{});
  // Nobody is no caller by which to know a function.
  Made c, d;
  c.call({"f"}, 1, 5);
  d.call({"h"}, 1, 5);
  EXPECT_EQ(pairs(c, d), Texts{});
}

// draw calls row; B has it within draw.
std::pair<Made, Made> inlined() {
  Made a = program({{"draw", 100}}), b = program({{"draw", 1050}});
  a.call({"main", "draw", "row"}, 10, 1000);
  return {std::move(a), std::move(b)};
}

TEST(ComparePairs, AnInlinedFunctionHasItsTimeInItsCaller) {
  const auto [a, b] = inlined();
  EXPECT_EQ(pairs(a, b), Texts{"A:row>draw"});
  EXPECT_EQ(pairs(b, a), Texts{"B:row>draw"});
  const FunctionComparison found = compareFunctions(a.side, b.side);
  const FunctionChange &row = found.changes.at(0), &draw = found.changes.at(1);
  EXPECT_EQ(row.name, "row");
  ASSERT_EQ(row.inlinedInto.size(), 1u);
  EXPECT_EQ(row.inlinedInto[0].name, "draw");
  EXPECT_EQ(row.inlinedInto[0].change, row.change);
  ASSERT_EQ(draw.inlined.size(), 1u);
  EXPECT_EQ(draw.inlined[0].name, "row");
  EXPECT_EQ(draw.inlined[0].change, 1000);
  EXPECT_EQ(draw.change, 950);
  EXPECT_EQ(row.change + draw.change, found.change());
  const std::string text = comparisonReport(found);
  EXPECT_NE(text.find("vanished: row (~inlined into draw)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("draw (+1000 of it: row, ~inlined)\n"), std::string::npos) << text;
  // The other way, the time left the caller.
  const FunctionComparison back = compareFunctions(b.side, a.side);
  EXPECT_EQ(back.changes.at(1).inlined[0].change, -1000);
  EXPECT_EQ(back.changes.at(0).inlinedInto[0].change, 1000);
}

TEST(ComparePairs, WhatWasRemovedIsNotInlined) {
  Made a = program({{"draw", 100}}), b = program({{"draw", 110}});
  a.call({"main", "draw", "row"}, 10, 1000);
  EXPECT_EQ(pairs(a, b), Texts{});
  // The caller is slower for another reason: it has ten times as much more.
  Made c = program({{"draw", 10100}});
  EXPECT_EQ(pairs(a, c), Texts{});
}

TEST(ComparePairs, WhatAnInlinedFunctionCalledIsCalledByItsCaller) {
  Made a = program({{"draw", 1000}}), b = program({{"draw", 1000}});
  a.call({"main", "draw", "row"}, 10, 5).call({"main", "draw", "row", "pixel"}, 300, 700);
  b.call({"main", "draw", "pixel"}, 300, 700);
  // Its own time is too little to be seen.
  EXPECT_EQ(pairs(a, b), Texts{"A:row>draw"});
  // What it called is called by half as often: by something else, then.
  Made c = program({{"draw", 1000}});
  c.call({"main", "draw", "pixel"}, 150, 350);
  EXPECT_EQ(pairs(a, c), Texts{});
  // By stack, the callees are matched, and what the function took by itself is all that vanished.
  const PairedNames names = pairedNames(a.side, b.side, pairFunctions(a.side, b.side, {}));
  const StackComparison found = compareStacks(a.stacks(), b.stacks(), kComparedStacks, &names);
  EXPECT_EQ(comparisonFolded(found), "main 100 100\nmain;draw 1000 1000\nmain;draw;pixel 700 700\nmain;draw;row 5 0\n");
  const StackComparison back = compareStacks(b.stacks(), a.stacks(), kComparedStacks, &names);
  EXPECT_EQ(back.change(), 5);
  for (const StackComparison* one : {&found, &back})
    for (const ComparedStack& stack : one->stacks) {
      int64_t sumA = stack.a.self, sumB = stack.b.self;
      for (uint32_t i = 0; i < stack.callees; ++i) {
        sumA += one->stacks[stack.child + i].a.total;
        sumB += one->stacks[stack.child + i].b.total;
      }
      EXPECT_EQ(stack.a.total, sumA);
      EXPECT_EQ(stack.b.total, sumB);
    }
}

TEST(ComparePairs, FunctionsThatWereInlinedIntoEachOther) {
  Made a = program({{"draw", 100}}), b = program({{"draw", 1550}});
  a.call({"main", "draw", "row"}, 10, 500).call({"main", "draw", "row", "span"}, 10, 1000);
  EXPECT_EQ(pairs(a, b), (Texts{"A:row>draw", "A:span>draw"}));
  const PairedNames names = pairedNames(a.side, b.side, pairFunctions(a.side, b.side, {}));
  const StackComparison found = compareStacks(a.stacks(), b.stacks(), kComparedStacks, &names);
  EXPECT_EQ(comparisonFolded(found), "main 100 100\nmain;draw 100 1550\nmain;draw;span 1000 0\nmain;draw;row 500 0\n");
}

TEST(ComparePairs, SeveralCallersShareWhatWasInlined) {
  Made a = program({{"draw", 100}, {"print", 100}}), b = program({{"draw", 400}, {"print", 801}});
  a.call({"main", "draw", "row"}, 10, 300).call({"main", "print", "row"}, 10, 701);
  EXPECT_EQ(pairs(a, b), Texts{"A:row>draw, print"});
  // Both must have more time.
  Made c = program({{"draw", 400}, {"print", 100}});
  EXPECT_EQ(pairs(a, c), Texts{});
}

TEST(ComparePairs, WhatIsSaidStandsInThePlaceOfGuesses) {
  const Made a = program({{"f", 500}, {"g", 505}}), b = program({{"h", 500}, {"i", 505}});
  EXPECT_EQ(pairs(a, b, {{{"f", "i"}}, {}}), (Texts{"f=i", "g~h"}));
  EXPECT_EQ(pairs(program({{"f", 500}}), program({{"h", 500}}), {{}, {"f"}}), Texts{});
  EXPECT_EQ(pairs(program({{"f", 500}}), program({{"h", 500}}), {{}, {"h"}}), Texts{});
  EXPECT_EQ(pairs(program({{"f.cold", 500}}), program({{"f", 500}}), {{}, {"f"}}), Texts{});
  const auto [c, d] = inlined();
  EXPECT_EQ(pairs(c, d, {{}, {"row"}}), Texts{});
  // What no side has, or has paired already, does nothing.
  EXPECT_EQ(pairs(a, a, {{{"f", "nothing"}, {"nothing", "f"}, {"", ""}}, {"", "nothing"}}), Texts{});
  EXPECT_EQ(pairs(a, b, {{{"f", "i"}, {"f", "h"}, {"g", "i"}}, {}}), (Texts{"f=i", "g~h"}));
  // Even if both sides have the name.
  EXPECT_EQ(pairs(a, a, {{{"f", "g"}}, {"f", "g"}}), Texts{"f=g"});
  const FunctionComparison found = compareFunctions(a.side, b.side, {}, {{{"f", "i"}}, {}});
  const std::string text = comparisonReport(found), json = comparisonJson(found);
  EXPECT_NE(text.find(" i (A: f)"), std::string::npos) << text;
  EXPECT_NE(text.find("~h (A: g, by its callers and callees)"), std::string::npos) << text;
  EXPECT_NE(json.find("\"guessedBy\": \"callers\""), std::string::npos) << json;
}

TEST(ComparePairs, DividedFiguresAndSeveralRecordingsAreGuessedAlike) {
  auto [a, b] = inlined();
  const std::vector<SideFunctions> before(3, a.side), after(2, b.side);
  const FunctionComparison means = compareRecordings(before, after);
  EXPECT_EQ(means.changes.at(0).inlinedInto.size(), 1u);
  EXPECT_EQ(means.changes.at(1).inlined[0].change, 1'000'000);  // in thousandths
  divideFigures(a.side.functions, {7, 1});
  divideFigures(b.side.functions, {3, 1});
  EXPECT_EQ(pairs(a, b), Texts{"A:row>draw"});
}

// Where a function has another name in one recording of a side, the mean of the others' callers tells nothing.
TEST(ComparePairs, WhatOnlySomeRecordingsHaveIsNotCalledInlined) {
  const auto [a, b] = inlined();
  const std::vector<SideFunctions> before{a.side, a.side, b.side}, after(2, b.side);
  const FunctionComparison means = compareRecordings(before, after);
  ASSERT_FALSE(means.changes.empty());
  for (const FunctionChange& one : means.changes)
    EXPECT_TRUE(one.inlinedInto.empty() && one.inlined.empty()) << one.name;
}

TEST(ComparePairs, CallsOfAnyKindAreSafe) {
  Made a = program({{"f", INT64_MAX}, {"g", INT64_MIN}}), b = program({{"h", INT64_MAX}, {"i", 0}});
  a.side.calls.push_back({12345, 54321, UINT64_MAX, INT64_MAX});
  a.side.calls.push_back({0, 1, UINT64_MAX, INT64_MIN});
  a.side.calls.push_back({1, 1, UINT64_MAX, INT64_MAX});
  b.side.calls.push_back({1, 0, 0, 0});
  pairs(a, b);
  pairs(b, a);
  // Each calls the next one, of which none has a partner; and each calls itself.
  Made c = program({}), d = program({});
  std::vector<std::string> path{"main"};
  for (int i = 0; i < 300; ++i) {
    path.push_back("c" + std::to_string(i));
    c.call(path, 1, 1).call({path.back(), path.back()}, 1, 1);
    d.call({"main", "d" + std::to_string(i)}, 1, 1);
  }
  pairs(c, d);
  pairs(d, c);
}

// The edges of the call tree, of calls of known duration.
std::map<std::pair<std::string, std::string>, uint64_t> edgesOf(const CallTree& tree, const NameTable& names) {
  std::map<std::pair<std::string, std::string>, uint64_t> out;
  for (uint32_t i = 1; i < tree.nodes().size(); ++i) {
    const CallNode& node = tree.nodes()[i];
    const uint64_t calls = node.count - tree.open(i);
    const std::string caller(node.parent == CallTree::kRoot ? "" : names.view(tree.nodes()[node.parent].name));
    if (calls > 0 && names.view(node.name) != kNotKnown) out[{caller, std::string(names.view(node.name))}] += calls;
  }
  return out;
}

TEST(ComparePairs, WhoCallsWhomIsWhatTheCallTreeSays) {
  for (const char* path : {"uftrace/compared/before.data", "uftrace/planted/plain.data", "uftrace/planted/moved.data"})
    for (const bool halves : {false, true}) {
      CallScope scope;
      scope.callers = true;
      const test::CallsBothWays calls(path, scope, halves);
      ASSERT_TRUE(calls.done());
      std::map<std::pair<std::string, std::string>, uint64_t> got;
      std::map<std::string, int64_t> self;
      const NameTable& names = calls.local.session.index().names();
      for (const CallEdge& edge : calls.sums->calls().profile.edges.all()) {
        got[{std::string(names.view(edge.caller)), std::string(names.view(edge.callee))}] += edge.calls;
        self[std::string(names.view(edge.callee))] += edge.self;
      }
      EXPECT_EQ(got, edgesOf(calls.stacks->calls().profile.tree, names)) << path;
      EXPECT_GE(got.size(), 5u) << path;
      for (const FunctionStats& row : calls.sums->calls().functions.rows)
        EXPECT_EQ(self[std::string(names.view(row.name))], row.self) << names.view(row.name);
    }
}

TEST(ComparePairs, OfTooManyPairsOfCallsNothingIsKnown) {
  CallEdges edges;
  for (uint32_t i = 0; i < CallEdges::kMost; ++i) edges.add(i % 1024, i / 1024, 1);
  EXPECT_TRUE(edges.complete());
  EXPECT_EQ(edges.all().size(), CallEdges::kMost);
  edges.add(0, 5, 1);
  EXPECT_TRUE(edges.complete());
  edges.add(1025, 5, 1);
  EXPECT_FALSE(edges.complete());
  CallEdges more;
  more.add(1, 2, 3);
  more.merge(edges.all(), false);
  EXPECT_FALSE(more.complete());
  NameTable names;
  EXPECT_TRUE(sideCalls({{"f", false, {}}}, more, names).empty());
}

}  // namespace
}  // namespace tp
