// Call trees, durations and what follows from them.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>

#include "core/analysis/call_aggregator.h"
#include "core/analysis/function_stats.h"
#include "core/export/folded_stacks.h"
#include "core/io/local_files.h"
#include "tests/support/calls.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

// What a record says beyond its kind.
enum class Says : uint8_t { Nothing, Gap, LacksBegin, AtMost };

struct Call {
  RecordKind kind;
  Time time;
  NameId name;
  uint16_t depth;
  int64_t value = 0;
  Says says = Says::Nothing;
};

// One thread's records, through the aggregator: one by one, or together, which takes other paths.
CallProfiles profileOf(const std::vector<Call>& calls, const CallScope& scope = {}, TrackKind kind = TrackKind::Thread,
                       bool together = false) {
  TrackTable tracks;
  Track track;
  track.key.kind = kind;
  TrackId id = tracks.add(track);
  CallAggregator aggregator(scope, tracks);
  aggregator.startStream();
  RecordBatch batch;
  for (const Call& call : calls) {
    if (!together || batch.full()) batch.clear();
    Record& record = batch.push();
    record = Record{};
    record.kind = call.kind;
    record.time = call.time;
    record.name = call.name;
    record.depth = call.depth;
    record.value = call.value;
    if (call.says == Says::Gap) record.setGap();
    if (call.says == Says::LacksBegin) record.setLacksBegin();
    if (call.says == Says::AtMost) record.setAtMost();
    record.track = id;
    if (!together || batch.full() || &call == &calls.back()) aggregator.add(batch);
  }
  aggregator.endStream();
  return std::move(aggregator.profiles());
}

std::vector<std::string> lines(CallProfiles profiles, StackValue value, const CallScope& scope = {}) {
  std::vector<std::string> out;
  std::string name;
  foldStacks(
      profiles.best().tree, scope.byThread, value,
      [&](NameId id, bool) -> std::string_view { return name = std::string(1, static_cast<char>('a' + id)); },
      [&](std::string_view line) { out.emplace_back(line); });
  return out;
}

constexpr RecordKind kBegin = RecordKind::Begin, kEnd = RecordKind::End, kSlice = RecordKind::Slice,
                     kCut = RecordKind::Cut, kLost = RecordKind::Lost;
using Lines = std::vector<std::string>;

TEST(Calls, StacksMergeInTheOrderOfTheirFirstCalls) {
  std::vector<Call> calls = {{kBegin, 0, 1, 0}, {kBegin, 1, 3, 1}, {kEnd, 4, 3, 1},  {kBegin, 5, 2, 1},
                             {kEnd, 6, 2, 1},   {kBegin, 7, 3, 1}, {kEnd, 10, 3, 1}, {kEnd, 20, 1, 0}};
  EXPECT_EQ(lines(profileOf(calls), StackValue::Self), (Lines{"b 13", "b;d 6", "b;c 1"}));
  EXPECT_EQ(lines(profileOf(calls), StackValue::Total), (Lines{"b 20", "b;d 6", "b;c 1"}));
  EXPECT_EQ(lines(profileOf(calls), StackValue::Calls), (Lines{"b 1", "b;d 2", "b;c 1"}));
}

TEST(Calls, SamplesAreWholeSpansOfEachCallMade) {
  // Two calls of c within b: 15 and 15 are one span each, and 30 of them are three.
  std::vector<Call> calls = {{kBegin, 0, 1, 0},  {kBegin, 1, 2, 1}, {kEnd, 16, 2, 1},
                             {kBegin, 20, 2, 1}, {kEnd, 35, 2, 1},  {kEnd, 45, 1, 0}};
  CallScope scope;
  scope.sampleTime = 10;
  EXPECT_EQ(lines(profileOf(calls, scope), StackValue::Self, scope), (Lines{"b 2", "b;c 3"}));
}

TEST(Calls, WhatIsMissingIsLeftOutOfTheStack) {
  // Begins at depth 2; the end of depth 1 comes without its begin, and is no call.
  std::vector<Call> calls = {{kBegin, 10, 3, 2}, {kEnd, 12, 3, 2}, {kEnd, 15, 2, 1}, {kBegin, 16, 4, 0}};
  EXPECT_EQ(lines(profileOf(calls), StackValue::Calls), (Lines{"d 1", "e 1"}));
}

TEST(Calls, RangesClip) {
  CallScope scope;
  scope.begin = 5;
  scope.end = 8;
  std::vector<Call> calls = {{kBegin, 0, 1, 0}, {kBegin, 1, 2, 1}, {kEnd, 4, 2, 1},
                             {kBegin, 6, 3, 1}, {kEnd, 7, 3, 1},   {kEnd, 9, 1, 0}};
  EXPECT_EQ(lines(profileOf(calls, scope), StackValue::Total), (Lines{"b 3", "b;d 1"}));
}

TEST(Calls, SlicesFindTheirCallersBehindThem) {
  // As exits that know when they began are recorded: callees first.
  std::vector<Call> calls = {
      {kSlice, 3, 2, 2, 2}, {kSlice, 6, 2, 2, 5}, {kSlice, 8, 1, 1, 1}, {kSlice, 9, 0, 0, 0}, {kSlice, 12, 3, 1, 11}};
  EXPECT_EQ(lines(profileOf(calls), StackValue::Total), (Lines{"a 9", "a;b 7", "a;b;c 2", "d 1"}));
}

TEST(Calls, CpusCountOnlyWhereNoThreadHasCalls) {
  std::vector<Call> calls = {{kBegin, 0, 1, 0}, {kEnd, 5, 1, 0}};
  EXPECT_EQ(lines(profileOf(calls, {}, TrackKind::Cpu), StackValue::Total), (Lines{"b 5"}));
  EXPECT_EQ(lines(profileOf(calls, {}, TrackKind::ThreadState), StackValue::Total), (Lines{}));
  // What is not recorded is nobody's call.
  calls.push_back({kSlice, 9, 2, 0, 5, Says::Gap});
  EXPECT_EQ(lines(profileOf(calls, {}, TrackKind::Cpu), StackValue::Total), (Lines{"b 5"}));
}

TEST(Calls, RecursionCountsOnceForTotal) {
  std::vector<Call> calls = {{kBegin, 0, 1, 0}, {kBegin, 2, 1, 1}, {kEnd, 5, 1, 1}, {kEnd, 10, 1, 0}};
  FunctionTable table = makeFunctionTable(profileOf(calls).best(), NameTable());
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0].total, 10);
  EXPECT_EQ(table.rows[0].self, 10);
  EXPECT_EQ(table.rows[0].calls, 2u);
  EXPECT_EQ(table.rows[0].average(), 6);
  EXPECT_EQ(table.rows[0].min, 3);
  EXPECT_EQ(table.rows[0].median, 10);
}

// How long these took, nobody knows: one that goes on when the trace ends, one that the end of its caller cut off, one
// whose beginning was not recorded. Of one that was open while records were lost, and ended, a bound is known.
TEST(Calls, WhatHasNoDurationIsToldApart) {
  std::vector<Call> calls = {{kEnd, 1, 4, 1},   {kBegin, 2, 1, 0}, {kBegin, 3, 2, 1},  {kEnd, 5, 1, 0},
                             {kBegin, 6, 1, 0}, {kEnd, 9, 1, 0},   {kBegin, 10, 3, 0}, {kBegin, 11, 2, 1},
                             {kEnd, 13, 2, 1},  {kLost, 14, 0, 0}, {kEnd, 15, 3, 0},   {kBegin, 16, 3, 0},
                             {kCut, 18, 0, 0},  {kBegin, 19, 2, 0}};
  std::map<NameId, FunctionStats> rows;
  for (const FunctionStats& row : makeFunctionTable(profileOf(calls).best(), NameTable()).rows) rows[row.name] = row;
  EXPECT_EQ(rows[1].atMost + rows[2].atMost, 0u);
  EXPECT_EQ(rows[1].calls, 2u);
  EXPECT_EQ(rows[1].min, 3);
  EXPECT_EQ(rows[1].total, 6);
  EXPECT_EQ(rows[2].calls, 1u);
  EXPECT_EQ(rows[2].open, 2u);
  EXPECT_EQ(rows[2].max, 2);
  EXPECT_EQ(rows[2].total, 2);
  EXPECT_EQ(rows[3].calls, 1u);
  EXPECT_EQ(rows[3].atMost, 1u);
  EXPECT_TRUE(rows[3].maxAtMost);
  EXPECT_EQ(rows[3].total, 5);
  EXPECT_EQ(rows[3].self, 3);
  EXPECT_EQ(rows[3].open, 1u);
  EXPECT_EQ(rows[3].openTotal, 2);
  EXPECT_EQ(rows[4].calls, 0u);
  EXPECT_EQ(rows[4].unbegun, 1u);
}

// An end without a begin, what a CPU ran before its records begin, and what had begun elsewhere.
TEST(Calls, WhatHasNoBeginningIsInNoStack) {
  std::vector<Call> calls = {{kBegin, 1, 0, 0},  {kEnd, 4, 4, 1},
                             {kEnd, 5, 0, 0},    {kBegin, 6, 1, 0},
                             {kEnd, 9, 1, 0},    {kSlice, 12, 2, 0, 9, Says::LacksBegin},
                             {kBegin, 13, 3, 0}, {kBegin, 14, 1, 1},
                             {kEnd, 15, 1, 1},   {kCut, 16, 0, 0, 0, Says::LacksBegin}};
  EXPECT_EQ(lines(profileOf(calls), StackValue::Calls), (Lines{"a 1", "b 1", "d;b 1"}));
  std::map<NameId, FunctionStats> rows;
  for (const FunctionStats& row : makeFunctionTable(profileOf(calls).best(), NameTable()).rows) rows[row.name] = row;
  EXPECT_EQ(rows[1].calls, 2u);
  for (const NameId name : {2u, 3u, 4u}) {
    EXPECT_EQ(rows[name].calls, 0u) << name;
    EXPECT_EQ(rows[name].open, 0u) << name;
    EXPECT_EQ(rows[name].unbegun, 1u) << name;
    EXPECT_EQ(rows[name].openTotal, 3) << name;
  }
}

// The first record behind a range says whether what is open at its end went on until there.
TEST(Calls, WhatGoesOnBehindARangeIsKnownByTheNextRecord) {
  const std::vector<Call> within = {{kBegin, 2, 1, 0}, {kBegin, 10, 2, 1}};
  struct Case {
    Call next;
    bool inner, outer;  // whether its duration is known
  };
  const Case cases[] = {
      {{kEnd, 30, 2, 1}, true, true},
      {{kBegin, 30, 3, 2}, true, true},
      {{RecordKind::Lost, 25, kNoName, 0}, false, false},
      {{RecordKind::Cut, 25, kNoName, 1}, false, true},
      {{kBegin, 25, 3, 1}, false, true},
      {{kBegin, 25, 3, 0}, false, false},
  };
  CallScope scope;
  scope.begin = 5;
  scope.end = 20;
  for (const Case& one : cases) {
    std::vector<Call> calls = within;
    calls.push_back(one.next);
    calls.push_back({kBegin, 32, 4, 2});
    const FunctionTable table = makeFunctionTable(profileOf(calls, scope).best(), NameTable());
    EXPECT_EQ(table.rows.size(), 2u);
    for (const FunctionStats& row : table.rows) {
      const bool known = row.name == 1 ? one.outer : one.inner;
      EXPECT_EQ(row.calls, known ? 1u : 0u);
      EXPECT_EQ(row.open, known ? 0u : 1u);
      EXPECT_EQ(known ? row.total : row.openTotal, row.name == 1 ? 15 : 10);
      EXPECT_EQ(known ? row.self : row.openSelf, row.name == 1 ? 5 : 10);
    }
  }
}

// Flagged ends are bounds, in runs of records as well as one by one; a longer call that is no bound is the longest.
TEST(Calls, EndsThatMayBeOfLaterCallsAreBounds) {
  std::vector<Call> calls;
  for (Time at = 0; at < 2000; at += 20) {
    calls.push_back({kBegin, at, 1, 0});
    calls.push_back({kBegin, at + 2, 2, 1});
    calls.push_back({kEnd, at + 5, 2, 1, 0, at % 40 == 0 ? Says::AtMost : Says::Nothing});
    calls.push_back({kEnd, at + 10, 1, 0});
  }
  calls.push_back({kBegin, 2000, 2, 0});
  calls.push_back({kEnd, 2009, 2, 0});
  for (const int how : {0, 1, 2, 3}) {
    CallScope scope;
    scope.stacks = (how & 1) != 0;
    CallProfiles profiles = profileOf(calls, scope, TrackKind::Thread, (how & 2) != 0);
    std::map<NameId, FunctionStats> rows;
    for (const FunctionStats& row : makeFunctionTable(profiles.best(), NameTable()).rows) rows[row.name] = row;
    EXPECT_EQ(rows[1].calls, 100u);
    EXPECT_EQ(rows[1].atMost, 0u);
    EXPECT_FALSE(rows[1].isAtMost(FunctionFigure::Total));
    EXPECT_EQ(rows[1].self, 700);
    EXPECT_EQ(rows[1].selfDoubt, 50 * 3) << "what was called may have ended earlier";
    EXPECT_EQ(rows[2].calls, 101u);
    EXPECT_EQ(rows[2].open, 0u);
    EXPECT_EQ(rows[2].atMost, 50u);
    EXPECT_EQ(rows[2].total, 309);
    EXPECT_EQ(rows[2].max, 9);
    EXPECT_TRUE(rows[2].isAtMost(FunctionFigure::Median));
    EXPECT_FALSE(rows[2].isAtMost(FunctionFigure::Max)) << "no other can have been longer";
    EXPECT_FALSE(rows[2].isAtMost(FunctionFigure::Calls));
  }
}

// The inner call was left between 15 and 25: its caller's own time is 3 + 5, and up to 10 more.
TEST(Calls, SelfTimeMayBeOffByCallsWithoutAnEnd) {
  const std::vector<Call> calls = {{kBegin, 2, 1, 0}, {kBegin, 5, 2, 1},  {kBegin, 10, 3, 2},
                                   {kEnd, 15, 3, 2},  {kBegin, 25, 4, 1}, {kEnd, 30, 4, 1},
                                   {kEnd, 35, 1, 0},  {kBegin, 40, 1, 0}, {kEnd, 50, 1, 0}};
  const FunctionTable table = makeFunctionTable(profileOf(calls).best(), NameTable());
  for (const FunctionStats& row : table.rows) {
    EXPECT_EQ(row.selfDoubt, row.name == 1 ? 10 : 0) << row.name;
    if (row.name == 1) {
      EXPECT_EQ(row.self, 8 + 10);
    }
  }
}

TEST(Calls, PruningLeavesTimeToTheCallers) {
  CallTree tree;
  uint32_t top = tree.child(CallTree::kRoot, 1, 0);
  tree.add(top, 1, 1000, 0);
  for (NameId name = 2; name < 102; ++name) tree.add(tree.child(top, name, name), 1, name < 12 ? 50 : 1, name);
  tree.prune(20);
  EXPECT_EQ(tree.nodes().size(), 12u);
  EXPECT_EQ(tree.self(tree.child(CallTree::kRoot, 1, 0)), 1000 - 10 * 50);
  EXPECT_EQ(tree.leftOut(), 90u);
}

TEST(Calls, WhatIsNotToldApartIsKnown) {
  CallTree tree;
  uint32_t top = tree.child(CallTree::kRoot, 1, 0);
  tree.add(top, 1, 1000, 0);
  for (NameId name = 2; name < 102; ++name) tree.add(tree.child(top, name, name), 1, name < 12 ? 50 : 1, name);
  EXPECT_TRUE(tree.complete());
  const CallTree all = tree.without(20, top, 1), most = tree.without(20, CallTree::kRoot, 1);
  EXPECT_TRUE(all.complete());
  EXPECT_EQ(all.nodes().size(), 102u);
  EXPECT_EQ(most.nodes().size(), 12u);
  EXPECT_EQ(most.untold(1), 90);
  EXPECT_EQ(most.self(1), tree.self(top));
}

// uftrace report has 1.754 ms of linux:schedule and 132.850 us of those that were pre-empted. The share of self time is
// that of the others.
TEST(Calls, TimeOffTheCpuIsNoShareOfSelfTime) {
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(files);
  test::TraceCalls calls = test::callsOf(*files, {});
  const FunctionTable table = makeFunctionTable(calls.profile, calls.reader->names());
  int64_t off = 0, on = 0;
  for (const FunctionStats& row : table.rows) {
    (row.offCpu ? off : on) += row.self;
    EXPECT_EQ(row.offCpu, calls.reader->names().view(row.name).starts_with("linux:schedule"));
    if (row.offCpu) {
      EXPECT_EQ(row.self, row.total);
    }
  }
  EXPECT_EQ(off, 1754900 + 132850);
  EXPECT_EQ(table.selfSum, on);
}

// The session's job over chunks, on two workers, against one pass; of a range too.
TEST(Calls, OfSomeThreads) {
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(files);
  int64_t sum = 0;
  test::TraceCalls all = test::callsOf(*files, {});
  std::vector<int64_t> tids;
  const TrackTable& tracks = all.reader->tracks();
  for (TrackId id = 0; id < tracks.size(); ++id)
    if (tracks[id].key.kind == TrackKind::Thread) tids.push_back(tracks[id].key.tid);
  ASSERT_GT(tids.size(), 2u);
  for (int64_t tid : tids) {
    CallScope scope;
    scope.tids = {tid};
    test::TraceCalls one = test::callsOf(*files, scope);
    int64_t self = makeFunctionTable(one.profile, one.reader->names()).selfSum;
    EXPECT_GT(self, 0) << tid;
    sum += self;
  }
  EXPECT_EQ(sum, makeFunctionTable(all.profile, all.reader->names()).selfSum);
}

TEST(Calls, TheSessionSaysWhatOnePassSays) {
  for (const std::string& path :
       {test::sourcePath("assets/samples/kitchen/data"), test::sourcePath("assets/samples/family/data"),
        test::dataPath("tracecmd/threads.dat"), test::dataPath("xray/fdr-v5.xray"), test::dataPath("lttng/2.6-le")}) {
    auto files = openLocalFiles({path});
    ASSERT_TRUE(files) << path;
    test::LocalSession local(2);
    local.open(*files);
    ASSERT_EQ(local.session.phase(), Phase::Ready) << path;
    Time begin = local.session.index().begin(), end = local.session.index().end();
    CallScope part;
    part.begin = begin + (end - begin) / 3;
    part.end = end - (end - begin) / 3;
    for (const CallScope& scope : {CallScope{}, part}) {
      local.session.requestCalls(scope);
      local.finish();
      ASSERT_NE(local.session.calls(), nullptr) << path;
      auto sorted = [](std::vector<std::string> all) {
        std::sort(all.begin(), all.end());
        return all;
      };
      const TraceIndex& index = local.session.index();
      test::TraceCalls calls = test::callsOf(*files, scope, false, FunctionIdentity::Apart);
      EXPECT_EQ(sorted(test::folded(local.session.calls()->profile.tree, scope, StackValue::Self, index.names(),
                                    index.tracks())),
                sorted(test::folded(calls.profile.tree, scope, StackValue::Self, calls.reader->names(),
                                    calls.reader->tracks())))
          << path;
      EXPECT_EQ(local.session.calls()->functions.selfSum,
                makeFunctionTable(calls.profile, calls.reader->names()).selfSum)
          << path;
    }
  }
}

}  // namespace
}  // namespace tp
