// The wait graph of every recorded trace says what the scheduling says, however many workers there are; and the path of
// each thread tiles its time.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <tuple>

#include "core/analysis/waits/wait_lanes_builder.h"
#include "core/analysis/waits/wake_chains.h"
#include "core/io/local_files.h"
#include "core/session/scheduling/scheduling_question.h"
#include "tests/support/each_trace.h"
#include "tests/support/opened_by.h"
#include "tests/support/waits_of.h"

namespace tp {
namespace {

class Waits : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Each, Waits, testing::ValuesIn(test::eachTrace(1)), test::traceTestName);

// Expects segments that follow one another from `from` to `to`.
template <class Segments>
void expectTiles(const Segments& segments, Time from, Time to) {
  Time now = from, sum = 0;
  for (const auto& one : segments) {
    ASSERT_EQ(one.begin, now);
    ASSERT_LT(one.begin, one.end);
    now = one.end;
    sum += one.length();
  }
  EXPECT_EQ(now, to);
  EXPECT_EQ(sum, to - from);
}

TEST_P(Waits, AreWhatTheSchedulerDid) {
  test::openedBy1And3(GetParam(), [&](test::LocalSession& local) {
    auto scheduling = std::make_shared<SchedulingQuestion>(SchedulingScope{});
    local.session.ask(scheduling);
    local.finish();
    const auto graph = test::waitsOf(local);
    const TraceIndex& index = local.session.index();
    const Time from = index.begin(), to = index.end();
    EXPECT_EQ(graph->wakeups(), scheduling->scheduling().wakeups);
    for (const ThreadScheduling& one : scheduling->scheduling().threads) {
      std::vector<WaitSegment> segments;
      graph->segments(one.thread, from, to, segments);
      expectTiles(segments, from, to);
      std::array<Time, kThreadStates> times{};
      for (const WaitSegment& segment : segments) times[static_cast<size_t>(segment.kind.state)] += segment.length();
      for (size_t state = 1; state < kThreadStates - 1; ++state)
        EXPECT_EQ(times[state], one.times[state]) << threadStateName(static_cast<ThreadState>(state));
    }
    std::map<std::pair<std::string, int32_t>, Time> busy;
    for (const CpuKey& cpu : graph->cpus()) {
      std::vector<CpuTurn> turns;
      graph->turns(cpu, from, to, turns);
      for (size_t i = 1; i < turns.size(); ++i) EXPECT_LE(turns[i - 1].end, turns[i].begin);
      for (const CpuTurn& turn : turns) busy[{std::to_string(cpu.trace) + cpu.machine, cpu.cpu}] += turn.length();
    }
    Time sum = 0, theirs = 0;
    for (const auto& [cpu, time] : busy) sum += time;
    for (const CpuScheduling& cpu : scheduling->scheduling().cpus) theirs += cpu.busy;
    // Two threads that are drawn on one CPU at a time have one turn there.
    EXPECT_LE(sum, theirs);
    if (index.info().traits.kernel) {
      EXPECT_EQ(sum, theirs);
    }
  });
}

TEST_P(Waits, AreTheSameForAnyNumberOfWorkers) {
  auto files = openLocalFiles({GetParam()});
  ASSERT_TRUE(files);
  std::string first;
  for (const uint32_t workers : {1u, 2u, 3u, 8u}) {
    test::LocalSession local(workers, workers - 1);
    local.open(*files);
    if (local.session.phase() != Phase::Ready) return;
    const auto graph = test::waitsOf(local);
    const TraceIndex& index = local.session.index();
    std::string text;
    std::vector<WaitSegment> segments;
    for (const TrackId thread : graph->threads()) {
      segments.clear();
      graph->segments(thread, index.begin(), index.end(), segments);
      text += "thread " + std::to_string(index.tracks()[thread].key.tid) + "\n";
      for (const WaitSegment& one : segments) text += test::textOf(one, index.tracks(), index.names());
      for (const PathSegment& one : criticalPath(*graph, thread, index.begin(), index.end()))
        text += test::textOf(one, index.tracks(), index.names());
    }
    for (const CpuKey& cpu : graph->cpus()) {
      std::vector<CpuTurn> turns;
      graph->turns(cpu, index.begin(), index.end(), turns);
      for (const CpuTurn& one : turns)
        text += std::to_string(cpu.cpu) + " " + std::to_string(one.begin) + "-" + std::to_string(one.end) + " " +
                std::to_string(index.tracks()[one.kind.thread].key.tid) + "\n";
    }
    if (workers == 1) first = text;
    ASSERT_EQ(text == first, true) << workers;
  }
}

// Each wakeup chain is that of its segments: as deep, of the same thread, and with their times.
void expectChains(const CriticalPath& path, const WaitGraph& graph, const TraceIndex& index) {
  const WakeChains chains = wakeChains(graph, path, index.tracks(), index.names());
  ASSERT_EQ(chains.chains.size(), path.empty() ? 0 : path.lines().size());
  std::vector<Time> times(chains.chains.size());
  for (size_t i = 0; i < path.size(); ++i) {
    const WakeChains::Chain& chain = chains.chains[path.lineOf(i)];
    EXPECT_EQ(chain.depth, path[i].depth);
    EXPECT_EQ(chain.thread, path[i].thread);
    for (uint32_t at = path.lineOf(i);; at = chains.chains[at].parent) {
      times[at] += path[i].length();
      if (chains.chains[at].depth == 0) break;
    }
  }
  std::set<std::tuple<uint32_t, TrackId, uint32_t, uint32_t, bool>> known;
  for (size_t i = 0; i < times.size(); ++i) {
    EXPECT_EQ(chains.chains[i].time, times[i]);
    const WakeChains::Chain& one = chains.chains[i];
    EXPECT_TRUE(known.emplace(one.parent, one.thread, one.stack, one.wakerStack, one.makes).second || i == 0);
  }
}

// What a path tells of its segments without unpacking them all is what they say.
void expectFound(const CriticalPath& path) {
  const std::vector<PathSegment> all(path.begin(), path.end());
  ASSERT_EQ(all.size(), path.size());
  for (size_t i = 0; i < all.size(); i += 1 + all.size() / 50) {
    EXPECT_EQ(path.lengthOf(i), all[i].length());
    for (const Time time : {all[i].begin - 1, all[i].begin, all[i].end - 1, all[i].end}) {
      for (const size_t first : {size_t{0}, i, i + 1, all.size()}) {
        size_t at = first;
        while (at < all.size() && all[at].end <= time) ++at;
        EXPECT_EQ(path.endingAfter(time, first), at);
      }
    }
  }
  std::vector<uint32_t> sorted(all.size());
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](uint32_t a, uint32_t b) { return all[a].length() > all[b].length(); });
  EXPECT_EQ(path.longest(all.size() + 1), sorted);
  sorted.resize(std::min<size_t>(sorted.size(), 7));
  EXPECT_EQ(path.longest(7), sorted);
}

TEST_P(Waits, HavePathsThatTileEachRange) {
  auto files = openLocalFiles({GetParam()});
  ASSERT_TRUE(files);
  test::LocalSession local;
  local.open(*files);
  if (local.session.phase() != Phase::Ready) return;
  const auto graph = test::waitsOf(local);
  const TraceIndex& index = local.session.index();
  const Time from = index.begin(), to = index.end(), length = to - from;
  for (const TrackId thread : graph->threads()) {
    const CriticalPath whole = criticalPath(*graph, thread, from, to);
    expectTiles(whole, from, to);
    expectFound(whole);
    expectChains(whole, *graph, index);
    // A part of the range has that part of the path.
    const Time begin = from + length / 3, end = to - length / 4;
    std::string part, expected;
    for (const PathSegment& one : criticalPath(*graph, thread, begin, end))
      part += test::textOf(one, index.tracks(), index.names());
    for (PathSegment one : whole) {
      one.begin = std::max(one.begin, begin);
      one.end = std::min(one.end, end);
      if (one.begin < one.end) expected += test::textOf(one, index.tracks(), index.names());
    }
    EXPECT_EQ(part, expected) << index.tracks()[thread].key.tid;
    Time sum = 0;
    for (const PathShare& share : pathShares(whole, index.tracks(), index.names())) sum += share.time;
    EXPECT_EQ(sum, length);
    const WakeChains chains = wakeChains(*graph, whole, index.tracks(), index.names());
    const std::vector<PathShare> again = pathShares(chains, index.tracks(), index.names());
    EXPECT_EQ(again.size(), pathShares(whole, index.tracks(), index.names()).size());
    EXPECT_EQ(std::accumulate(again.begin(), again.end(), Time{0},
                              [](Time all, const PathShare& share) { return all + share.time; }),
              length);
  }
}

// What a worker tells may come in any number of parts, between those of others.
TEST(WaitLanes, AreTheSameInParts) {
  TrackTable tracks;
  for (int64_t tid = 1; tid <= 6; ++tid) {
    Track track;
    track.key = {TrackKind::Thread, -1, tid};
    tracks.add(track);
  }
  const auto graphOf = [&](size_t bytes) {
    std::vector<WaitLanes> told;
    for (TrackId worker = 0; worker < 2; ++worker) {
      WaitLanesBuilder builder(tracks);
      for (Time time = 0; time < 600; time += 10) {
        const TrackId thread = worker * 3 + static_cast<TrackId>(time / 10 % 3);
        builder.add(0, {thread, ThreadState::Running, time, time + 4, static_cast<int32_t>(worker), 120});
        builder.add(0, {thread, ThreadState::Sleeping, time + 4, time + 30}, {kNoName, thread});
      }
      told.push_back(builder.take());
    }
    WaitGraph graph;
    size_t parts = 0;
    for (bool more = true; more;) {
      more = false;
      for (uint32_t worker = 0; worker < told.size(); ++worker) {
        if (told[worker].empty()) continue;
        graph.merge(told[worker].takePart(bytes), worker);
        ++parts;
        more = true;
      }
    }
    graph.finish(tracks);
    std::string text = std::to_string(parts);
    NameTable names;
    std::vector<WaitSegment> segments;
    for (const TrackId thread : graph.threads()) {
      segments.clear();
      graph.segments(thread, 0, 700, segments);
      for (const WaitSegment& one : segments) text += " " + test::textOf(one, tracks, names);
    }
    for (const CpuKey& cpu : graph.cpus()) {
      std::vector<CpuTurn> turns;
      graph.turns(cpu, 0, 700, turns);
      for (const CpuTurn& one : turns) text += " " + std::to_string(one.begin) + " " + std::to_string(one.kind.thread);
    }
    return text;
  };
  const std::string whole = graphOf(size_t{1} << 20), parts = graphOf(1);
  EXPECT_EQ(whole.substr(0, 2), "2 ");
  EXPECT_EQ(parts.substr(0, 2), "8 ");
  EXPECT_EQ(whole.substr(2), parts.substr(2));
}

// Each number of an answer may be any.
TEST(HostileWaits, AreReadOrRefused) {
  TrackTable tracks;
  for (int64_t tid = 1; tid <= 4; ++tid) {
    Track track;
    track.key = {TrackKind::Thread, -1, tid};
    tracks.add(track);
  }
  WaitLanesBuilder builder(tracks);
  for (Time time = 0; time < 2000; time += 10) {
    const auto thread = static_cast<TrackId>(time / 10 % 4);
    builder.add(0, {thread, ThreadState::Running, time, time + 4, 1, 120});
    builder.add(0, {thread, ThreadState::Sleeping, time + 4, time + 30}, {kNoName, thread});
    StateSpan woken{thread, ThreadState::Runnable, time + 30, time + 40};
    woken.woken = true;
    woken.waker = (thread + 1) % 4;
    builder.add(0, woken, {kNoName, 0, thread});
  }
  WaitLanes packed = builder.take();
  for (Time time = 30; time < 2000; time += 70)
    packed.requests.push_back(
        {static_cast<TrackId>(time / 10 % 4), time, {1, {BlockOperation::Read, 8, 100, 8, time - 5}}});
  for (const std::vector<NameId>& frames : {std::vector<NameId>{1, 2}, {1, 2, 3}, {4, 5}}) packed.stacks.codeOf(frames);
  WireWriter out;
  out(packed);
  const std::vector<std::byte> whole = out.take();
  const NumberMap numbers{{}, {0, 1, 2, 3}};
  std::minstd_rand random(7);
  for (int i = 0; i < 600; ++i) {
    std::vector<std::byte> damaged = whole;
    for (int k = 0; k < 3; ++k) damaged[random() % damaged.size()] = static_cast<std::byte>(random());
    if (i % 4 == 0) damaged.resize(random() % damaged.size());
    WireReader in(damaged);
    in.translate(numbers);
    auto lanes = in.read<WaitLanes>();
    if (in.failed()) continue;
    WaitGraph graph;
    graph.merge(std::move(lanes));
    graph.finish(tracks);
    NameTable names;
    for (const TrackId thread : graph.threads()) {
      const CriticalPath path = criticalPath(graph, thread, -100, 3000);
      expectTiles(path, -100, 3000);
      const WakeChains chains = wakeChains(graph, path, tracks, names);
      for (const WakeChains::Stack& one : chains.stacks) ASSERT_LT(one.part, chains.parts.size());
    }
    std::vector<CpuTurn> turns;
    for (const CpuKey& cpu : graph.cpus()) graph.turns(cpu, -100, 3000, turns);
  }
}

}  // namespace
}  // namespace tp
