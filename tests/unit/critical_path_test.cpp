// A machine of discrete events - threads of several priorities, locks, a pool of workers, a disk, timers, CPUs - whose
// answers are known.
#include "core/analysis/waits/critical_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <random>
#include <string>

#include "core/analysis/waits/wait_lanes_builder.h"
#include "core/analysis/waits/wake_chains.h"
#include "core/decode/state_record.h"
#include "core/kernel/thread_model.h"

namespace tp {
namespace {

using kernel::ThreadModel;

// What a thread did in a tick, and if it was blocked, what ended that.
struct Truth {
  ThreadState state = ThreadState::Unknown;
  int cpu = -1;
  int wokenBy = 0;       // the thread; 0: an interrupt, or nothing
  const char* irq = "";  // the handler of the interrupt
};

class Machine {
 public:
  static constexpr int kThreads = 11, kCpus = 2, kLocks = 3;
  static constexpr int kFirstWorker = 10;  // it and those behind it are the pool

  explicit Machine(uint32_t seed) : random_(seed) {
    model_.expectWakings();
    for (uint32_t cpu = 0; cpu < kCpus; ++cpu) model_.expectCpu(cpu);
    aggregator_.watch([this](const StateSpan& span) { builder_.add(0, span); });
    aggregator_.startUnit(true);
    model_.starts(0);
    for (int cpu = 0; cpu < kCpus; ++cpu) model_.begins(static_cast<uint32_t>(cpu), 0);
    for (int i = 1; i <= kThreads; ++i) {
      tasks_[i].priority = 100 + 10 * (i % 3);
      switched(0, 0, ThreadState::Idle, i);
      switched(0, i, ThreadState::Sleeping, 0);
      timers_.push_back({1 + i, i});
    }
  }

  void run(Time ticks) {
    for (; now_ < ticks; ++now_) {
      interrupts();
      for (int cpu = 0; cpu < kCpus; ++cpu) work(cpu);
      for (int cpu = 0; cpu < kCpus; ++cpu) schedule(cpu);
      note();
    }
    aggregator_.endUnit(now_);
    graph_.merge(builder_.take(), {[](TrackId track) { return track; }, [](NameId name) { return name; }});
    graph_.finish(tracks_);
  }
  // The records of a CPU are missing from the last one on.
  void lose(int cpu) {
    model_.lost(static_cast<uint32_t>(cpu), now_, out_);
    flush();
    while (model_.hasUnsettled()) {
      model_.settleSome(out_);
      flush();
    }
  }
  void loseEvery(Time period) { loses_ = period; }

  const WaitGraph& graph() const { return graph_; }
  const TrackTable& tracks() const { return tracks_; }
  const NameTable& names() const { return names_; }
  Time now() const { return now_; }
  TrackId track(int thread) { return tracks_[model_.thread(thread).tracks.state].parent; }
  int64_t tidOf(TrackId thread) const { return tracks_[thread].key.tid; }
  const Truth& truth(int thread, Time tick) const {
    return truth_[static_cast<size_t>(thread)][static_cast<size_t>(tick)];
  }
  // Who held up the thread in a tick: by following those that end waits, tick by tick.
  int holder(int thread, Time tick) const {
    while (isBlocked(truth(thread, tick).state) && truth(thread, tick).wokenBy > 0)
      thread = truth(thread, tick).wokenBy;
    return thread;
  }

 private:
  enum class Need : uint8_t { Work, Lock, Unlock, Disk, Sleep, Job };
  struct Task {
    int priority = 120;
    ThreadState state = ThreadState::Sleeping;
    int cpu = -1;
    Time left = 0;  // ticks of work
    Time blockedAt = 0;
    int holds = -1;
    int serves = 0;  // a worker: the thread whose job it does
  };
  struct Due {
    Time at;
    int thread;
  };

  void flush() {
    aggregator_.add(out_);
    out_.clear();
  }
  void switched(int cpu, int from, ThreadState left, int to) {
    const auto idOf = [](int thread) { return thread == 0 ? int64_t{-1} : int64_t{thread}; };
    if (silent(cpu)) return;
    model_.begins(static_cast<uint32_t>(cpu), now_);
    model_.switchTo(static_cast<uint32_t>(cpu), idOf(from), left, idOf(to), now_, out_);
    for (uint32_t i = 0; i < out_.count; ++i) {
      Record& record = out_.records[i];
      if ((record.flags & kOnCpu) != 0 && record.track == model_.thread(to).tracks.state)
        StateWriter(record).setPriority(tasks_[to].priority);
    }
    flush();
  }
  void wake(int thread, int by, const char* irq, int cpu) {
    Task& task = tasks_[thread];
    for (Time at = task.blockedAt; at < now_; ++at) {
      Truth& truth = truth_[static_cast<size_t>(thread)][static_cast<size_t>(at)];
      truth.wokenBy = by;
      truth.irq = irq;
    }
    task.state = ThreadState::Runnable;
    ready_.push_back(thread);
    if (silent(cpu)) return;
    kernel::Waker waker;
    waker.tid = by > 0 ? by : running_[cpu] > 0 ? running_[cpu] : -1;
    if (by == 0) {
      waker.source.context = WakeContext::Irq;
      waker.source.handler = names_.intern(irq);
    }
    model_.wake(model_.thread(thread), waker, now_, out_, static_cast<uint32_t>(cpu), ThreadModel::Waking::Begun);
    flush();
  }
  // Whether the records of a CPU are missing now.
  bool silent(int cpu) {
    const bool is = loses_ > 0 && cpu == 1 && now_ % loses_ > loses_ * 3 / 4;
    if (is && !silent_) lose(cpu);
    silent_ = cpu == 1 ? is : silent_;
    return is;
  }
  void interrupts() {
    for (std::deque<Due>* due : {&timers_, &disk_}) {
      for (size_t i = 0; i < due->size();) {
        const Due one = (*due)[i];
        if (one.at > now_) {
          ++i;
          continue;
        }
        due->erase(due->begin() + static_cast<std::ptrdiff_t>(i));
        wake(one.thread, 0, due == &disk_ ? "virtio1-req.0" : "hrtimer_wakeup", 0);
      }
    }
  }
  void block(int cpu, ThreadState state) {
    const int thread = running_[cpu];
    Task& task = tasks_[thread];
    task.state = state;
    task.blockedAt = now_;
    task.cpu = -1;
    running_[cpu] = 0;
    next(cpu, thread, state);
  }
  // A CPU goes on with who is most urgent.
  void next(int cpu, int from, ThreadState left) {
    auto best = ready_.end();
    for (auto it = ready_.begin(); it != ready_.end(); ++it)
      if (best == ready_.end() || tasks_[*it].priority < tasks_[*best].priority) best = it;
    const int to = best == ready_.end() ? 0 : *best;
    if (to > 0) ready_.erase(best);
    if (to == 0 && from == 0) return;
    switched(cpu, from, left, to);
    running_[cpu] = to;
    if (to == 0) return;
    tasks_[to].state = ThreadState::Running;
    tasks_[to].cpu = cpu;
    tasks_[to].left = std::max<Time>(tasks_[to].left, 1);
  }
  void work(int cpu) {
    const int thread = running_[cpu];
    if (thread == 0) return;
    Task& task = tasks_[thread];
    if (--task.left > 0) return;
    task.left = 1 + static_cast<Time>(random_() % 12);
    if (thread >= kFirstWorker) return serve(cpu, thread);
    switch (static_cast<Need>(random_() % 6)) {
      case Need::Work:
        break;
      case Need::Lock:
        if (task.holds < 0) lock(cpu, thread, static_cast<int>(random_() % kLocks));
        break;
      case Need::Unlock:
        if (task.holds >= 0) unlock(cpu, thread);
        break;
      case Need::Disk:
        disk_.push_back({now_ + 5 + static_cast<Time>(random_() % 40), thread});
        block(cpu, ThreadState::Uninterruptible);
        break;
      case Need::Sleep:
        timers_.push_back({now_ + 1 + static_cast<Time>(random_() % 60), thread});
        block(cpu, ThreadState::Sleeping);
        break;
      case Need::Job:
        jobs_.push_back(thread);
        if (!idle_.empty()) {
          const int worker = idle_.front();
          idle_.pop_front();
          takeJob(worker);
          wake(worker, thread, "", cpu);
        }
        block(cpu, ThreadState::Sleeping);
        break;
    }
  }
  void takeJob(int worker) {
    tasks_[worker].serves = jobs_.front();
    jobs_.pop_front();
  }
  // A worker has done its job, or has none: it goes on with the next, or waits for one.
  void serve(int cpu, int worker) {
    const int served = std::exchange(tasks_[worker].serves, 0);
    if (served > 0) wake(served, worker, "", cpu);
    if (!jobs_.empty()) return takeJob(worker);
    idle_.push_back(worker);
    block(cpu, ThreadState::Sleeping);
  }
  void lock(int cpu, int thread, int lock) {
    if (holder_[lock] == 0) {
      holder_[lock] = thread;
      tasks_[thread].holds = lock;
      return;
    }
    waiting_[lock].push_back(thread);
    block(cpu, ThreadState::Sleeping);
  }
  void unlock(int cpu, int thread) {
    const int lock = std::exchange(tasks_[thread].holds, -1);
    holder_[lock] = 0;
    if (waiting_[lock].empty()) return;
    const int to = waiting_[lock].front();
    waiting_[lock].pop_front();
    holder_[lock] = to;
    tasks_[to].holds = lock;
    wake(to, thread, "", cpu);
  }
  void schedule(int cpu) {
    const int thread = running_[cpu];
    const auto urgent = [&](int one) { return thread == 0 || tasks_[one].priority < tasks_[thread].priority; };
    if (std::none_of(ready_.begin(), ready_.end(), urgent)) return;
    if (thread > 0) {
      tasks_[thread].state = ThreadState::Runnable;
      tasks_[thread].cpu = -1;
    }
    running_[cpu] = 0;
    next(cpu, thread, ThreadState::Runnable);
    if (thread > 0) ready_.push_back(thread);
  }
  void note() {
    for (int i = 1; i <= kThreads; ++i) truth_[static_cast<size_t>(i)].push_back({tasks_[i].state, tasks_[i].cpu});
  }

  std::minstd_rand random_;
  TrackTable tracks_;
  NameTable names_;
  kernel::ThreadTracks threadTracks_{tracks_, "", [](int64_t) { return std::string_view(); }};
  ThreadModel model_{threadTracks_, names_};
  RecordBatch out_;
  SchedulingAggregator aggregator_{SchedulingScope(), tracks_, names_};
  WaitLanesBuilder builder_{tracks_};
  WaitGraph graph_;
  Time now_ = 0, loses_ = 0;
  bool silent_ = false;
  std::array<Task, kThreads + 1> tasks_;
  std::array<std::vector<Truth>, kThreads + 1> truth_;
  std::array<int, kCpus> running_{};
  std::array<int, kLocks> holder_{};
  std::array<std::deque<int>, kLocks> waiting_;
  std::deque<int> ready_, jobs_, idle_;
  std::deque<Due> timers_, disk_;
};

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
    graph.merge(builder.take(), {[](TrackId track) { return track; }, [](NameId name) { return name; }});
    graph.finish(tracks);
    return criticalPath(graph, thread, from, to);
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
    chain.builder.add(0, {0, ThreadState::Sleeping, from, to}, kNoName, stack);
    StateSpan ready{0, ThreadState::Runnable, to, to};
    ready.woken = woken;
    ready.waker = 1;
    chain.builder.add(0, ready, kNoName, 0);
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
  graph.merge(std::move(lanes), {[](TrackId track) { return track; }, [](NameId name) { return name; }});
  graph.finish(chain.tracks);
  PathLines lines;
  const auto path = criticalPath(graph, 0, 0, 75, &lines);
  const WakeChains chains = wakeChains(graph, path, lines, chain.tracks, names);
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
