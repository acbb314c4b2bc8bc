// Call trees by another weight, of one function, without recursion, upside down; and by the growth of counters.
#include "core/analysis/call_shape.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/analysis/counter_growth.h"
#include "core/export/folded_stacks.h"
#include "core/io/local_files.h"
#include "tests/support/calls.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

using Lines = std::vector<std::string>;

Lines linesOf(const CallTree& tree, StackValue value, bool byThread = false) {
  Lines out;
  std::string name;
  foldStacks(
      tree, byThread, value,
      [&](NameId id, bool thread) -> std::string_view {
        return name = std::string(1, static_cast<char>((thread ? '0' : '`') + static_cast<char>(id)));
      },
      [&](std::string_view line) { out.emplace_back(line); });
  return out;
}

Lines shaped(const CallTree& tree, const CallShape& shape, StackValue value) {
  ShapedCalls calls(tree, shape, 0);
  while (calls.step(1)) EXPECT_LE(calls.progress(), 1);
  EXPECT_EQ(calls.progress(), 1);
  return linesOf(calls.tree(), value, shape.byThread);
}

// a(100) calls b(30) and c(50, twice); c calls b(20, twice), which calls b(5).
void fill(CallTree& tree, uint32_t top = CallTree::kRoot) {
  uint32_t a = tree.child(top, 1, 0), b = tree.child(a, 2, 1), c = tree.child(a, 3, 2);
  uint32_t cb = tree.child(c, 2, 3), cbb = tree.child(cb, 2, 4);
  tree.add(a, 1, 100, 0);
  tree.add(b, 1, 30, 1);
  tree.add(c, 2, 50, 2);
  tree.add(cb, 2, 20, 3);
  tree.add(cbb, 1, 5, 4);
}

TEST(CallShape, UpsideDown) {
  CallTree tree;
  fill(tree);
  CallShape shape;
  shape.inverted = true;
  shape.weight = CallWeight::Self;
  EXPECT_EQ(shaped(tree, shape, StackValue::Total),
            (Lines{"a 20", "b 50", "b;a 30", "b;c 15", "b;c;a 15", "b;b 5", "b;b;c 5", "b;b;c;a 5", "c 30", "c;a 30"}));
  EXPECT_EQ(shaped(tree, shape, StackValue::Self), (Lines{"a 20", "b;a 30", "b;c;a 15", "b;b;c;a 5", "c;a 30"}));
  shape.weight = CallWeight::Total;
  // The call of b within b is part of it.
  EXPECT_EQ(shaped(tree, shape, StackValue::Total),
            (Lines{"a 100", "b 50", "b;a 30", "b;c 20", "b;c;a 20", "c 50", "c;a 50"}));
  shape.weight = CallWeight::Calls;
  EXPECT_EQ(shaped(tree, shape, StackValue::Self), (Lines{"a 1", "b;a 1", "b;c;a 2", "b;b;c;a 1", "c;a 2"}));
}

// One stack of so many different functions has half the square of that upside down.
TEST(CallShape, UpsideDownIsBounded) {
  constexpr uint32_t kDepth = 1200;
  CallTree tree;
  uint32_t at = CallTree::kRoot;
  for (uint32_t i = 0; i < kDepth; ++i) {
    at = tree.child(at, i + 1, i);
    tree.add(at, 1, 2 * kDepth - i, i);
  }
  CallShape shape;
  shape.inverted = true;
  shape.weight = CallWeight::Self;
  ShapedCalls calls(tree, shape, ShapedCalls::kMaxNodes);
  while (calls.step(1u << 20)) {
  }
  EXPECT_LE(calls.tree().nodes().size(), ShapedCalls::kMaxNodes + kDepth);
  EXPECT_GT(calls.tree().leftOut(), 0u);
  // No time is lost: what is cut off is with whom it called.
  EXPECT_EQ(wholeOf(calls.tree()), 2 * kDepth);
}

TEST(CallShape, ByCalls) {
  CallTree tree;
  fill(tree);
  CallShape shape;
  shape.weight = CallWeight::Calls;
  EXPECT_EQ(shaped(tree, shape, StackValue::Self), linesOf(tree, StackValue::Calls));
  EXPECT_EQ(shaped(tree, shape, StackValue::Total), (Lines{"a 7", "a;b 1", "a;c 5", "a;c;b 3", "a;c;b;b 1"}));
}

TEST(CallShape, Focus) {
  CallTree tree;
  fill(tree);
  CallShape shape;
  shape.focus = 2;
  EXPECT_EQ(shaped(tree, shape, StackValue::Total), (Lines{"b 50", "b;b 5"}));
  shape.focus = 9;
  EXPECT_EQ(shaped(tree, shape, StackValue::Total), (Lines{}));
}

TEST(CallShape, RecursionCollapses) {
  CallTree tree;
  fill(tree);
  CallShape shape;
  shape.collapseRecursion = true;
  EXPECT_EQ(shaped(tree, shape, StackValue::Total), (Lines{"a 100", "a;b 30", "a;c 50", "a;c;b 20"}));
  EXPECT_EQ(shaped(tree, shape, StackValue::Calls), (Lines{"a 1", "a;b 1", "a;c 2", "a;c;b 3"}));
  // Not only of a function that calls itself: a, b, a, c.
  CallTree indirect;
  uint32_t a = indirect.child(CallTree::kRoot, 1, 0), b = indirect.child(a, 2, 1);
  uint32_t again = indirect.child(b, 1, 2), c = indirect.child(again, 3, 3);
  indirect.add(a, 1, 20, 0);
  indirect.add(b, 1, 10, 1);
  indirect.add(again, 1, 8, 2);
  indirect.add(c, 1, 5, 3);
  EXPECT_EQ(shaped(indirect, shape, StackValue::Total), (Lines{"a 20", "a;b 2", "a;c 5"}));
  EXPECT_EQ(shaped(indirect, shape, StackValue::Self), (Lines{"a 13", "a;b 2", "a;c 5"}));
}

TEST(CallShape, ThreadsStayFirst) {
  CallTree tree;
  // A thread whose number is that of a function.
  fill(tree, tree.child(CallTree::kRoot, 2, 0));
  fill(tree, tree.child(CallTree::kRoot, 7, 0));
  CallShape shape;
  shape.byThread = true;
  shape.focus = 2;
  shape.collapseRecursion = true;
  EXPECT_EQ(shaped(tree, shape, StackValue::Self), (Lines{"2;b 50", "7;b 50"}));
  shape.focus = kNoName;
  shape.inverted = true;
  shape.weight = CallWeight::Self;
  EXPECT_EQ(shaped(tree, shape, StackValue::Self),
            (Lines{"2;a 20", "2;b;a 30", "2;b;c;a 20", "2;c;a 30", "7;a 20", "7;b;a 30", "7;b;c;a 20", "7;c;a 30"}));
}

TEST(CallShape, WhatIsFoundIsNotCountedTwice) {
  CallTree tree;
  fill(tree);
  auto b = [](NameId name) { return name == 2; };
  FoundCalls found = findCalls(tree, CallWeight::Total, false, b);
  EXPECT_EQ(found.weight, 50);
  EXPECT_EQ(found.frames, 3u);
  EXPECT_EQ(findCalls(tree, CallWeight::Self, false, b).weight, 50);
  EXPECT_EQ(findCalls(tree, CallWeight::Self, false, [](NameId name) { return name == 1; }).weight, 20);
  EXPECT_EQ(wholeOf(tree), 100);
}

class Grown {
 public:
  Grown() {
    Track thread;
    thread.key = {TrackKind::Thread, 1, 2, -1, {}};
    thread_ = tracks_.add(thread);
    Track counter;
    counter.key = {TrackKind::Counter, 1, 2, -1, "vmrss, KB"};
    counter.parent = thread_;
    counter_ = tracks_.add(counter);
    Track process;
    process.key = {TrackKind::Counter, 1, -1, -1, "queue"};
    process_ = tracks_.add(process);
  }
  Lines of(const CallScope& scope) {
    CallAggregator calls(scope, tracks_);
    calls.startStream();
    RecordBatch batch;
    auto put = [&](RecordKind kind, Time time, TrackId track, NameId name, uint16_t depth, int64_t value,
                   uint64_t ref) {
      Record& record = batch.push();
      record = Record{};
      record.kind = kind, record.time = time, record.track = track;
      record.name = name, record.depth = depth, record.value = value, record.ref = ref;
    };
    auto sample = [&](Time time, int64_t value) {
      put(RecordKind::Counter, time, counter_, kNoName, 0, value, 0);
      put(RecordKind::Counter, time, process_, kNoName, 0, 2 * value, thread_ + uint64_t{1});
    };
    sample(0, 100);
    put(RecordKind::Begin, 1, thread_, 1, 0, 0, 0);
    sample(2, 110);
    put(RecordKind::Begin, 3, thread_, 2, 1, 0, 0);
    sample(4, 150);
    sample(5, 120);
    sample(6, 125);
    put(RecordKind::End, 7, thread_, 2, 1, 0, 0);
    sample(8, 126);
    put(RecordKind::End, 9, thread_, 1, 0, 0, 0);
    sample(10, 500);
    calls.add(batch);
    calls.endStream();
    return linesOf(calls.profiles().best().growth, StackValue::Self, scope.byThread);
  }

 private:
  TrackTable tracks_;
  TrackId thread_, counter_, process_;
};

TEST(CallShape, GrowthOfACounter) {
  Grown grown;
  CallScope scope;
  EXPECT_EQ(grown.of(scope), (Lines{}));
  scope.counter = "vmrss, KB";
  EXPECT_EQ(grown.of(scope), (Lines{"a 11", "a;b 45"}));
  scope.counter = "queue";
  EXPECT_EQ(grown.of(scope), (Lines{"a 22", "a;b 90"}));
  scope.begin = 4;
  scope.end = 9;
  EXPECT_EQ(grown.of(scope), (Lines{"a 2", "a;b 10"}));
  scope = {};
  scope.counter = "vmrss, KB";
  scope.byThread = true;
  EXPECT_EQ(grown.of(scope), (Lines{"0 374", "0;a 11", "0;a;b 45"}));
}

// Real recordings: the session over chunks and workers against one pass, whole and a part, and the trace's own numbers.
TEST(CallShape, GrowthOfRecordedCounters) {
  struct Case {
    const char* format;
    const char* trace;
    const char* counter;
  };
  for (Case one : {Case{"uftrace", "/read-triggers/uftrace.data", "page faults, minor"},
                   Case{"uftrace", "/read-triggers/uftrace.data", "vmrss, KB"},
                   Case{"tracecmd", "/v7-markers/trace.dat", "queue"}}) {
    auto files = openLocalFiles({test::samplesPath(one.format) + one.trace});
    ASSERT_TRUE(files) << one.trace;
    test::LocalSession local(2);
    local.open(*files);
    ASSERT_EQ(local.session.phase(), Phase::Ready) << one.trace;
    const TraceIndex& index = local.session.index();
    std::vector<std::string> offered = growingCounters(index.tracks(), index.info());
    EXPECT_NE(std::find(offered.begin(), offered.end(), one.counter), offered.end()) << one.trace;
    CallScope scope;
    scope.counter = one.counter;
    CallScope part = scope;
    part.begin = index.begin() + (index.end() - index.begin()) / 3;
    part.end = index.end() - (index.end() - index.begin()) / 4;
    for (const CallScope& asked : {scope, part}) {
      local.session.requestCalls(asked);
      local.finish();
      ASSERT_NE(local.session.calls(), nullptr) << one.trace;
      test::TraceCalls calls = test::callsOf(*files, asked);
      auto lines = [&](const CallTree& tree, const NameTable& names, const TrackTable& tracks) {
        Lines all = test::folded(tree, asked, StackValue::Self, names, tracks);
        std::sort(all.begin(), all.end());
        return all;
      };
      Lines here = lines(local.session.calls()->profile.growth, index.names(), index.tracks());
      EXPECT_EQ(here, lines(calls.profile.growth, calls.reader->names(), calls.reader->tracks())) << one.trace;
      if (!asked.ranged()) {
        EXPECT_FALSE(here.empty()) << one.trace;
      }
    }
  }
}

}  // namespace
}  // namespace tp
