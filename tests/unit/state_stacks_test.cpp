// Stacks weighed by the time of threads on and off the CPU: each moment of a thread's states is in one box, and no more
// than these.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/analysis/known_states.h"
#include "core/analysis/state_times.h"
#include "core/io/local_files.h"
#include "core/session/calls/calls_question.h"
#include "core/session/scheduling/scheduling_question.h"
#include "tests/support/each_trace.h"
#include "tests/support/samples.h"
#include "tests/support/stack_boxes.h"

namespace tp {
namespace {

using test::ask;
using test::Boxes;
using test::boxesOf;
using test::boxPath;

StackQuery queryOf(StateWeight weight, bool byThread = false) {
  StackQuery query;
  query.scope.functions = false;
  query.scope.states = weight;
  query.scope.byThread = byThread;
  query.shape.byThread = byThread;
  return query;
}

Boxes boxesIn(test::LocalSession& local, const CallTree& tree, bool byThread = false) {
  const TraceIndex& index = local.session.index();
  return boxesOf(tree, byThread, index.names(), index.tracks());
}

Boxes found(test::LocalSession& local, const StackQuery& query) {
  return boxesIn(local, ask(local, query, true)->tree(), query.scope.byThread);
}

std::string wordOf(StateWeight weight) {
  return std::string(stateWeightRow(weight)->word) + ": ";
}

// The time of each thread in the states, as Scheduling has it.
std::map<TrackId, Time> scheduled(const Scheduling& scheduling, StateWeight weight) {
  std::map<TrackId, Time> times;
  for (const ThreadScheduling& row : scheduling.threads)
    for (size_t i = 0; i < kThreadStates; ++i)
      if (const auto state = static_cast<ThreadState>(i); weighs(weight, state) && row.in(state) > 0)
        times[row.thread] += row.in(state);
  return times;
}

std::map<TrackId, Time> weighed(const CallTree& tree) {
  std::map<TrackId, Time> times;
  for (const CallNode& node : tree.nodes().subspan(1))
    if (node.parent == CallTree::kRoot) times[threadOf(node.name)] += node.total;
  return times;
}

class StateStacks : public testing::TestWithParam<std::string> {
 protected:
  // Returns false if it can't be opened.
  bool open(test::LocalSession& local, uint64_t pieceBytes = uint64_t{4} << 20) const {
    auto files = openLocalFiles({GetParam()});
    if (!files) return false;
    local.open(*files, pieceBytes);
    return local.session.phase() == Phase::Ready;
  }
};

TEST_P(StateStacks, HaveTheTimeThatSchedulingCounts) {
  test::LocalSession local(2);
  if (!open(local)) return;
  const TraceIndex& index = local.session.index();
  const bool tells = tellsStates(index);
  const Time length = index.end() - index.begin();
  for (const bool part : {false, true}) {
    const Time from = index.begin() + length / 3, to = index.end() - length / 3;
    auto question = std::make_shared<SchedulingQuestion>(part ? SchedulingScope{from, to} : SchedulingScope{});
    local.session.ask(question);
    local.finish();
    ASSERT_TRUE(question->done());
    for (const StateWeightRow& row : kStateWeights) {
      StackQuery query = queryOf(row.weight, true);
      if (part) query.scope.begin = from, query.scope.end = to;
      const auto times = tells ? scheduled(question->scheduling(), row.weight) : std::map<TrackId, Time>();
      auto stacks = ask(local, query, true);
      EXPECT_EQ(weighed(stacks->tree()), times) << GetParam() << " " << row.word << (part ? " of a part" : "");
      int64_t sum = 0;
      for (const auto& [thread, time] : times) sum += time;
      EXPECT_TRUE(stacks->sums().whole == sum || (stacks->sums().whole == 0 && times.empty())) << row.word;
    }
  }
}

TEST_P(StateStacks, AreTheSameByAnyNumberOfWorkers) {
  std::map<std::string, Boxes> first;
  for (const uint32_t workers : {1u, 2u, 3u, 8u}) {
    if (test::kSlowBuild && (workers == 2 || workers == 8)) continue;
    test::LocalSession local(workers, workers % 2);
    if (!open(local, workers == 2 ? uint64_t{1} << 16 : uint64_t{4} << 20)) return;
    if (!tellsStates(local.session.index())) return;
    for (const StateWeight weight : {StateWeight::Running, StateWeight::OffCpu}) {
      const Boxes boxes = found(local, queryOf(weight));
      const auto [before, fresh] = first.try_emplace(wordOf(weight), boxes);
      EXPECT_EQ(boxes, before->second) << GetParam() << ", " << workers << " workers, " << wordOf(weight);
      // As the command line counts them, in a tree.
      auto calls = std::make_shared<CallsQuestion>(queryOf(weight).scope, workers);
      local.session.ask(calls);
      local.finish();
      ASSERT_TRUE(calls->done());
      EXPECT_EQ(boxesIn(local, calls->calls().profile.growth), boxes) << GetParam() << ", tree, " << wordOf(weight);
      // Only those with a share.
      auto heavy = ask(local, queryOf(weight), false);
      const int64_t least = heavy->sums().root / StacksQuestion::kParts + 1;
      test::expectExact(boxesIn(local, heavy->tree()), boxes, least, "", GetParam() + ": ");
    }
  }
}

// What is open at the edge of a range, and which stack it has, is found wherever the range begins. (Scheduling of a
// program's thread leaves out ranges before its first call, whatever its switches say.)
TEST_P(StateStacks, OfPartsAddUpToTheWhole) {
  test::LocalSession local(1);
  if (!open(local) || local.session.index().countTracks(TrackKind::ThreadState) == 0) return;
  const TraceIndex& index = local.session.index();
  constexpr int kParts = 4;
  for (const StateWeight weight : {StateWeight::Running, StateWeight::OffCpu}) {
    std::map<std::string, int64_t> sums, whole;
    for (const auto& [path, figures] : found(local, queryOf(weight))) whole[path] = figures.total;
    for (int i = 0; i < kParts; ++i) {
      StackQuery query = queryOf(weight);
      const Time length = index.end() - index.begin();
      query.scope.begin = index.begin() + length / kParts * i;
      query.scope.end = i + 1 < kParts ? index.begin() + length / kParts * (i + 1) : index.end();
      for (const auto& [path, figures] : found(local, query)) sums[path] += figures.total;
    }
    EXPECT_EQ(sums, whole) << GetParam() << " " << wordOf(weight);
  }
}

TEST_P(StateStacks, UpsideDownHaveTheSameTime) {
  test::LocalSession local(2);
  if (!open(local) || !tellsStates(local.session.index())) return;
  for (const bool all : {true, false}) {
    StackQuery query = queryOf(StateWeight::OffCpu);
    const int64_t whole = ask(local, query, true)->sums().whole;
    query.shape.inverted = true;
    query.shape.weight = CallWeight::Self;
    auto inverted = ask(local, query, all);
    EXPECT_EQ(inverted->sums().whole, whole) << GetParam();
    EXPECT_EQ(plus(wholeOf(inverted->tree()), inverted->tree().untold(CallTree::kRoot)), whole) << GetParam();
  }
}

// Functions are the stacks summed up: each has the time of the stacks that it is in, once.
TEST_P(StateStacks, SumUpByFunction) {
  for (const uint32_t workers : {1u, 3u}) {
    if (test::kSlowBuild && workers == 1) continue;
    test::LocalSession local(workers);
    if (!open(local) || !tellsStates(local.session.index())) return;
    const NameTable& names = local.session.index().names();
    for (const StateWeightRow& row : kStateWeights) {
      StackQuery query = queryOf(row.weight);
      auto stacks = std::make_shared<CallsQuestion>(query.scope, workers);
      local.session.ask(stacks);
      local.finish();
      ASSERT_TRUE(stacks->done());
      const CallTree& tree = stacks->calls().profile.growth;
      std::map<std::string, std::pair<int64_t, int64_t>> expected, found;  // total, self
      for (uint32_t node = 1; node < tree.nodes().size(); ++node) {
        const int64_t self = tree.self(node);
        if (self == 0) continue;
        expected[std::string(names.exact(tree.nodes()[node].name))].second += self;
        std::set<std::string> within;
        for (uint32_t at = node; at != CallTree::kRoot; at = tree.nodes()[at].parent)
          within.emplace(names.exact(tree.nodes()[at].name));
        for (const std::string& name : within) expected[name].first += self;
      }
      query.functions = true;
      const auto answer = ask(local, query, true);
      int64_t sum = 0;
      for (const FunctionGain& one : sortedGains(answer->functions(), GainColumn::Total, names)) {
        found[std::string(names.exact(one.name))] = {one.total, one.self};
        sum += one.self;
      }
      EXPECT_EQ(found, expected) << GetParam() << " " << row.word;
      EXPECT_EQ(sum, answer->sums().whole) << GetParam() << " " << row.word;
      EXPECT_TRUE(answer->complete()) << "no more than one pass";
    }
  }
}

// The longest of a box's times is no longer than all of them, and is one of its thread.
TEST_P(StateStacks, TellTheirLongestTimes) {
  for (const bool inverted : {false, true}) {
    std::map<std::string, std::pair<Time, Time>> first;
    for (const uint32_t workers : {1u, 3u}) {
      test::LocalSession local(workers);
      if (!open(local) || !tellsStates(local.session.index())) return;
      const TrackTable& tracks = local.session.index().tracks();
      for (const bool all : {true, false}) {
        StackQuery query = queryOf(StateWeight::OffCpu, true);
        query.shape.inverted = inverted;
        if (inverted) query.shape.weight = CallWeight::Self;
        const auto answer = ask(local, query, all);
        const CallTree& tree = answer->tree();
        std::map<std::string, std::pair<Time, Time>> told;
        for (uint32_t i = 1; i < tree.nodes().size(); ++i) {
          const CallNode& node = tree.nodes()[i];
          const LongestTime longest = tree.longest(i);
          EXPECT_LE(longest.length, node.total);
          if (node.total == 0) continue;
          EXPECT_GT(longest.length, 0);
          uint32_t thread = i;
          while (tree.nodes()[thread].parent != CallTree::kRoot) thread = tree.nodes()[thread].parent;
          ASSERT_LT(longest.thread, tracks.size());
          EXPECT_EQ(tracks[longest.thread].key.tid, tracks[threadOf(tree.nodes()[thread].name)].key.tid);
          // Threads of several traces may have one id.
          const auto [place, fresh] = told.try_emplace(boxPath(tree, i, true, local.session.index().names(), tracks),
                                                       longest.begin, longest.length);
          if (!fresh && longest.isBefore({place->second.first, place->second.second}))
            place->second = {longest.begin, longest.length};
        }
        // What has no box of its own is its caller's.
        if (first.empty()) first = told;
        for (const auto& [path, time] : told) EXPECT_EQ(time, first[path]) << GetParam() << " " << path;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Recorded, StateStacks, testing::ValuesIn(test::eachTrace(1)), test::traceTestName);

TEST(StateTimes, GiveAStackToTheTimeOffTheCpuThatItsSwitchBegan) {
  TrackTable tracks;
  TrackKey key;
  key.kind = TrackKind::Thread;
  key.tid = 7;
  const TrackId thread = tracks.add({.key = key, .name = "worker"});
  CallScope scope;
  scope.begin = 0, scope.end = 1000;
  scope.states = StateWeight::OffCpu;
  StateTimes times(scope, tracks);
  const NameId frames[] = {3, 4};
  times.add(2, SwitchStack{thread, 10, frames});
  times.add(2, SwitchStack{thread, 60, frames});
  auto span = [&](ThreadState state, Time begin, Time end) { times.add(2, StateSpan{thread, state, begin, end}); };
  span(ThreadState::Running, 0, 10);
  span(ThreadState::Sleeping, 10, 20);
  span(ThreadState::Runnable, 20, 30);
  span(ThreadState::Running, 30, 40);
  // Its stack is not there.
  span(ThreadState::Sleeping, 40, 50);
  span(ThreadState::Unknown, 50, 70);
  span(ThreadState::Runnable, 70, 2000);
  times.finish();
  EXPECT_EQ(times.sums().unknown, 20);
  EXPECT_EQ(times.of(1), nullptr);
  ASSERT_NE(times.of(2), nullptr);
  StateCursor cursor(times.of(2)->at(thread));
  std::vector<std::tuple<Time, Time, bool, bool>> pieces;
  StatePiece piece;
  for (const Time to : {5, 15, 45, 5000})
    while (cursor.next(to, piece))
      pieces.emplace_back(piece.begin, piece.length, times.stackOf(piece.stack).size() == 2, piece.first);
  EXPECT_EQ(pieces, (std::vector<std::tuple<Time, Time, bool, bool>>{{10, 5, true, true},
                                                                     {15, 15, true, false},
                                                                     {40, 5, false, true},
                                                                     {45, 5, false, false},
                                                                     {70, 930, false, true}}));
}

// Of the names in the stacks, those are frames that no record of a call has: there is nothing to list of them.
TEST(StateStacks, TellFramesFromCalls) {
  for (const char* trace : {"/v7-stacktrace", "/v6-sched-syscalls"}) {
    auto files = openLocalFiles({test::samplesPath("tracecmd") + trace + "/trace.dat"});
    ASSERT_TRUE(files);
    test::LocalSession local(2);
    local.open(*files);
    const NameTable& names = local.session.index().names();
    auto calls = std::make_shared<CallsQuestion>(CallScope{}, 1);
    local.session.ask(calls);
    local.finish();
    std::set<NameId> called;
    if (calls->calls().trackClass == CallProfiles::classOf(TrackKind::Thread))
      for (const FunctionStats& row : calls->calls().functions.rows) called.insert(row.name);
    const auto answer = ask(local, queryOf(StateWeight::OffCpu), true);
    size_t frames = 0;
    for (const CallNode& node : answer->tree().nodes().subspan(1)) {
      const bool frame = answer->frames().isFrameOnly(node.name);
      frames += frame ? 1 : 0;
      if (names.view(node.name) == kNoCallRecorded) continue;
      EXPECT_EQ(frame, !called.contains(node.name)) << names.view(node.name);
    }
    EXPECT_EQ(frames > 0, std::string_view(trace) == "/v7-stacktrace");
  }
}

}  // namespace
}  // namespace tp
