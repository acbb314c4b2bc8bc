// The critical path of threads of a machine whose answers are known, and its limits.
#include "core/analysis/waits/critical_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

#include "core/analysis/waits/cpu_use.h"
#include "core/analysis/waits/wait_lanes_builder.h"
#include "core/analysis/waits/wake_chains.h"
#include "tests/support/thread_machine.h"

namespace tp {
namespace {

using Machine = test::ThreadMachine;
using test::Truth;

TEST(CriticalPath, IsThatOfAMachineThatKnowsIt) {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    Machine machine(seed);
    machine.run(3000);
    size_t deep = 0;
    for (int thread = 1; thread <= Machine::kThreads; ++thread) {
      const auto path = criticalPath(machine.graph(), machine.track(thread), 5, machine.now());
      Time now = 5;
      for (const PathSegment& one : path) {
        ASSERT_EQ(one.begin, now);
        now = one.end;
        deep = std::max<size_t>(deep, one.depth);
        for (Time tick = one.begin; tick < one.end; ++tick) {
          const int holder = machine.holder(thread, tick);
          ASSERT_EQ(machine.tidOf(one.thread), holder) << seed << " " << thread << " " << tick;
          const Truth& truth = machine.truth(holder, tick);
          ASSERT_EQ(one.state, truth.state);
          if (truth.state == ThreadState::Running) {
            ASSERT_EQ(one.kind, PathKind::Running);
            ASSERT_EQ(one.cpu, truth.cpu);
          }
          if (truth.state == ThreadState::Runnable) {
            ASSERT_EQ(one.kind, PathKind::CpuWait);
          }
          if (!isBlocked(truth.state)) continue;
          ASSERT_EQ(one.kind, PathKind::Blocked);
          if (*truth.irq != 0) {
            ASSERT_EQ(one.stop, PathStop::Interrupt);
            ASSERT_EQ(machine.names().view(one.by->handler), truth.irq);
          } else {
            ASSERT_EQ(one.stop, PathStop::TraceEnds);
          }
        }
      }
      EXPECT_EQ(now, machine.now());
    }
    EXPECT_GE(deep, 2u);
  }
}

// Who ran on the CPU instead of a thread that waited for it.
TEST(CriticalPath, TellsWhoUsedTheCpu) {
  Machine machine(3);
  machine.run(3000);
  size_t waits = 0;
  for (int thread = 1; thread <= Machine::kThreads; ++thread) {
    for (const PathSegment& one : criticalPath(machine.graph(), machine.track(thread), 5, machine.now())) {
      if (one.kind != PathKind::CpuWait || one.cpu < 0) continue;
      CpuUse use;
      use.add(machine.graph(), machine.tracks(), one.thread, one.cpu, one.begin, one.end);
      use.finish(machine.tracks());
      std::map<int64_t, Time> ran;
      Time rest = one.length();
      for (const CpuUser& user : use.users) {
        const int64_t tid = machine.tidOf(user.thread);
        ran[tid] = user.time;
        rest -= user.time;
        EXPECT_EQ(user.priorities, std::vector<int32_t>{static_cast<int32_t>(100 + 10 * (tid % 3))});
      }
      EXPECT_EQ(rest, use.rest);
      for (int other = 1; other <= Machine::kThreads; ++other) {
        Time time = 0;
        for (Time tick = one.begin; tick < one.end; ++tick) time += machine.truth(other, tick).cpu == one.cpu;
        EXPECT_EQ(ran[other], time);
      }
      ++waits;
    }
  }
  EXPECT_GT(waits, 100u);
}

// Where records are missing, the path says less, and nothing that was not so. What it says of who ran is so, but for
// what is marked.
TEST(CriticalPath, InventsNothingWhereRecordsAreLost) {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    Machine machine(seed);
    machine.loseEvery(400);
    machine.run(3000);
    Time unknown = 0, sure = 0;
    for (int thread = 1; thread <= Machine::kThreads; ++thread) {
      Time now = 5;
      for (const PathSegment& one : criticalPath(machine.graph(), machine.track(thread), 5, machine.now())) {
        ASSERT_EQ(one.begin, now);
        now = one.end;
        if (one.kind == PathKind::NotKnown) unknown += one.length();
        if (one.uncertain || one.atMost || one.kind != PathKind::Running || one.depth > 0) continue;
        for (Time tick = one.begin; tick < one.end; ++tick, ++sure)
          ASSERT_EQ(machine.truth(thread, tick).state, ThreadState::Running) << seed << " " << thread << " " << tick;
      }
      EXPECT_EQ(now, machine.now());
    }
    EXPECT_GT(unknown, 0);
    EXPECT_GT(sure, 0);
  }
}

// Clocks of CPUs that differ put wakings behind what they led to. What is said of who ran is so but for the difference,
// and whom the path names has woken the thread about then.
TEST(CriticalPath, NamesNobodyElseWhereWakingsAreOutOfOrder) {
  for (const Time skew : {-3, -1, 1, 3}) {
    for (uint32_t seed = 1; seed <= 6; ++seed) {
      Machine machine(seed);
      machine.skew(skew);
      machine.run(3000);
      const Time off = std::abs(skew);
      size_t named = 0;
      for (int thread = 1; thread <= Machine::kThreads; ++thread) {
        Time now = 5;
        for (const PathSegment& one : criticalPath(machine.graph(), machine.track(thread), 5, machine.now())) {
          ASSERT_EQ(one.begin, now);
          now = one.end;
          if (one.depth > 0 || one.uncertain) continue;
          if (one.kind != PathKind::Running) continue;
          for (Time tick = one.begin + off; tick < one.end - off; ++tick)
            ASSERT_EQ(machine.truth(thread, tick).state, ThreadState::Running) << skew << " " << seed << " " << tick;
        }
        EXPECT_EQ(now, machine.now());
        // Each wait by itself, with the waker that the records name.
        std::vector<WaitSegment> segments;
        machine.graph().segments(machine.track(thread), 5, machine.now(), segments);
        for (const WaitSegment& one : segments) {
          if (!one.wokenBy || one.wokenBy->interrupt() || one.end >= machine.now()) continue;
          EXPECT_TRUE(machine.woke(machine.tidOf(one.wokenBy->thread), thread, one.end - off, one.end + off))
              << skew << " " << seed << " " << thread << " " << one.begin << "-" << one.end;
          ++named;
        }
      }
      EXPECT_GT(named, 100u);
    }
  }
}

// Two threads have one id, as those of two machines may, or of a trace that is damaged. What is said of the others is
// so; where a thread of that id is said to run, one of the two did.
TEST(CriticalPath, OfThreadsThatShareAnIdIsOfOneOfThem) {
  constexpr int kOne = 3, kOther = 7;
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    Machine machine(seed);
    machine.share(kOther, kOne);
    machine.run(3000);
    for (int thread = 1; thread <= Machine::kThreads; ++thread) {
      if (thread == kOther) continue;
      Time now = 5;
      for (const PathSegment& one : criticalPath(machine.graph(), machine.track(thread), 5, machine.now())) {
        ASSERT_EQ(one.begin, now);
        now = one.end;
        if (one.uncertain || one.atMost || one.kind != PathKind::Running) continue;
        const auto told = static_cast<int>(machine.tidOf(one.thread));
        for (Time tick = one.begin; tick < one.end; ++tick)
          ASSERT_TRUE(machine.truth(told, tick).state == ThreadState::Running ||
                      (told == kOne && machine.truth(kOther, tick).state == ThreadState::Running))
              << seed << " " << thread << " " << tick;
      }
      EXPECT_EQ(now, machine.now());
    }
  }
}

class Chain {
 public:
  Chain() {
    for (int64_t tid = 0; tid < 1000; ++tid) {
      Track track;
      track.key = {TrackKind::Thread, -1, tid};
      tracks.add(track);
    }
  }
  void add(TrackId thread, ThreadState state, Time begin, Time end, std::optional<TrackId> waker = {}) {
    StateSpan span{thread, state, begin, end};
    span.cpu = state == ThreadState::Running ? 0 : -1;
    span.woken = waker.has_value();
    span.waker = waker.value_or(kNoTrack);
    builder.add(0, span);
  }
  void sleeps(TrackId thread, Time from, Time to, std::optional<TrackId> waker) {
    add(thread, ThreadState::Sleeping, from, to);
    add(thread, ThreadState::Runnable, to, to, waker);
  }
  std::vector<PathSegment> path(TrackId thread, Time from, Time to) {
    WaitGraph graph;
    graph.merge(builder.take());
    graph.finish(tracks);
    const CriticalPath path = criticalPath(graph, thread, from, to);
    return {path.begin(), path.end()};
  }

  TrackTable tracks;
  WaitLanesBuilder builder{tracks};
};

// 900 threads each wait for the next one: the path ends at a limit, and says so.
TEST(CriticalPath, HasALimitOfDepth) {
  Chain chain;
  for (TrackId i = 0; i < 900; ++i) {
    chain.sleeps(i, 0, 2000 - i, i + 1);
    chain.add(i, ThreadState::Running, 2000 - i, 2001 - i);
  }
  const auto path = chain.path(0, 0, 2001);
  ASSERT_EQ(path.size(), kMaxPathDepth + 2u);
  EXPECT_EQ(path.front().stop, PathStop::TooDeep);
  EXPECT_EQ(path.front().thread, kMaxPathDepth);
  EXPECT_EQ(path.front().begin, 0);
  EXPECT_EQ(path.back().end, 2001);
}

// Two threads that wake each other at once, which can't be: records of damaged traces may say it.
TEST(CriticalPath, EndsWhereWakingsGoInACircle) {
  Chain chain;
  for (TrackId i = 0; i < 2; ++i) {
    chain.add(i, ThreadState::Running, 0, 10);
    chain.sleeps(i, 10, 20, 1 - i);
    chain.add(i, ThreadState::Running, 20, 30);
  }
  const auto path = chain.path(0, 0, 30);
  ASSERT_EQ(path.size(), 3u);
  EXPECT_EQ(path[1].begin, 10);
  EXPECT_EQ(path[1].end, 20);
  EXPECT_EQ(path[1].stop, PathStop::TooDeep);
}

// A waker that is not known to have run then is named, and not followed.
TEST(CriticalPath, DoesNotFollowWhoDidNotRun) {
  Chain chain;
  chain.sleeps(0, 0, 20, 1);
  chain.add(0, ThreadState::Running, 20, 30);
  chain.add(1, ThreadState::Sleeping, 0, 30);
  chain.sleeps(2, 0, 20, 2);
  const auto path = chain.path(0, 0, 30);
  ASSERT_EQ(path.size(), 2u);
  EXPECT_EQ(path[0].stop, PathStop::NotRunning);
  EXPECT_EQ(path[0].by->thread, 1u);
}

// Thread 1 wakes thread 0 twice, which had left its CPU with different stacks, and not a third time.
TEST(WakeChains, HaveTheStacksOfThreadsThatLeftTheirCpus) {
  NameTable names;
  const NameId outer = names.intern("sys_read"), inner = names.intern("schedule"), other = names.intern("do_nanosleep");
  WaitLanes lanes;
  const uint32_t read = lanes.stacks.codeOf(std::vector<NameId>{outer, inner});
  const uint32_t nap = lanes.stacks.codeOf(std::vector<NameId>{other, inner});
  Chain chain;
  auto sleeps = [&](Time from, Time to, uint32_t stack, bool woken) {
    chain.builder.add(0, {0, ThreadState::Sleeping, from, to}, {kNoName, stack});
    StateSpan ready{0, ThreadState::Runnable, to, to};
    ready.woken = woken;
    ready.waker = 1;
    chain.builder.add(0, ready);
    chain.builder.add(0, {0, ThreadState::Running, to, to + 10});
  };
  sleeps(0, 10, read, true);
  sleeps(20, 35, nap, true);
  sleeps(45, 65, read, false);
  chain.add(1, ThreadState::Running, 0, 100);
  SwitchStacks stacks = std::move(lanes.stacks);
  lanes = chain.builder.take();
  lanes.stacks = std::move(stacks);
  WaitGraph graph;
  graph.merge(std::move(lanes));
  graph.finish(chain.tracks);
  const WakeChains chains = wakeChains(graph, criticalPath(graph, 0, 0, 75), chain.tracks, names);
  auto frames = [&](uint32_t stack) {
    std::string text;
    for (const NameId frame : graph.stack(stack)) text += std::string(names.view(frame)) + ";";
    return text;
  };
  ASSERT_EQ(chains.chains.size(), 3u);
  std::map<std::string, Time> held;
  for (const WakeChains::Chain& one : chains.chains)
    if (one.depth == 1) held[frames(one.stack)] += one.time;
  EXPECT_EQ(held, (std::map<std::string, Time>{{"sys_read;schedule;", 10}, {"do_nanosleep;schedule;", 15}}));
  ASSERT_EQ(chains.stacks.size(), 1u);
  const WakeChains::Part& part = chains.parts[chains.stacks.front().part];
  EXPECT_EQ(part.share.stop, PathStop::NoWaking);
  EXPECT_EQ(part.share.time, 20);
  EXPECT_EQ(chains.stacks.front().time, 20);
  EXPECT_EQ(frames(chains.stacks.front().stack), "sys_read;schedule;");
}

// Thread 0 waits for thread 1, which thread 2 made meanwhile, and which thread 0 can't have waited for before.
TEST(CriticalPath, OfWhoWaitsGoesOnInWhoMadeTheWaker) {
  for (const bool known : {true, false}) {
    Chain chain;
    chain.tracks.addLife(1, Lifetime::madeAt(12, Lifetime::Source::Fork, known ? 2 : 77));
    chain.sleeps(0, 0, 20, 1);
    chain.add(0, ThreadState::Running, 20, 30);
    chain.add(1, ThreadState::Runnable, 14, 16);
    chain.add(1, ThreadState::Running, 16, 25);
    chain.add(2, ThreadState::Running, 0, 13);
    std::vector<std::tuple<TrackId, Time, PathKind, PathStop>> found;
    const auto path = chain.path(0, 0, 30);
    for (const PathSegment& one : path) found.emplace_back(one.thread, one.begin, one.kind, one.stop);
    const auto before = known ? std::tuple(TrackId{2}, Time{0}, PathKind::Running, PathStop::None)
                              : std::tuple(TrackId{1}, Time{0}, PathKind::NotKnown, PathStop::NotMade);
    EXPECT_EQ(found,
              (std::vector<std::tuple<TrackId, Time, PathKind, PathStop>>{before,
                                                                          {1, 12, PathKind::NotKnown, PathStop::None},
                                                                          {1, 14, PathKind::CpuWait, PathStop::None},
                                                                          {1, 16, PathKind::Running, PathStop::None},
                                                                          {0, 20, PathKind::Running, PathStop::None}}));
    EXPECT_EQ(path.front().depth, known ? 2 : 1);
  }
}

TEST(CriticalPath, OfAnUnknownThreadIsNotKnown) {
  Chain chain;
  chain.add(0, ThreadState::Running, 10, 20);
  const auto path = chain.path(7, 0, 30);
  ASSERT_EQ(path.size(), 1u);
  EXPECT_EQ(path[0].kind, PathKind::NotKnown);
  EXPECT_EQ(path[0].length(), 30);
}

}  // namespace
}  // namespace tp
