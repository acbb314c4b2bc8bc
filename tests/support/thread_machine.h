// A machine of discrete events - threads of several priorities, locks, a pool of workers, a disk, timers, CPUs - whose
// answers are known. It gives a model of threads what the CPUs of a kernel record.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "core/analysis/waits/wait_lanes_builder.h"
#include "core/decode/state_record.h"
#include "core/kernel/thread_model.h"

namespace tp::test {

using kernel::ThreadModel;

// What a thread did in a tick, and if it was blocked, what ended that.
struct Truth {
  ThreadState state = ThreadState::Unknown;
  int cpu = -1;
  int wokenBy = 0;       // the thread; 0: an interrupt, or nothing
  const char* irq = "";  // the handler of the interrupt
};

class ThreadMachine {
 public:
  static constexpr int kThreads = 11, kCpus = 2, kLocks = 3;
  static constexpr int kFirstWorker = 10;  // it and those behind it are the pool

  explicit ThreadMachine(uint32_t seed) : random_(seed) {
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
    // Each CPU has a clock of its own; records are read in the order of their times.
    std::stable_sort(told_.begin(), told_.end(), [](const Told& a, const Told& b) { return a.time < b.time; });
    for (const Told& one : told_) one.tell(one.time);
    aggregator_.endUnit(now_ + std::max<Time>(0, skew_));
    graph_.merge(builder_.take());
    graph_.finish(tracks_);
  }
  void loseEvery(Time period) { loses_ = period; }
  // The clock of CPU 1 is ahead, or behind.
  void skew(Time ticks) { skew_ = ticks; }
  // Records give this thread the id of another one.
  void share(int thread, int id) { ids_[static_cast<size_t>(thread)] = id; }

  const WaitGraph& graph() const { return graph_; }
  const TrackTable& tracks() const { return tracks_; }
  const NameTable& names() const { return names_; }
  Time now() const { return now_; }
  TrackId track(int thread) { return tracks_[model_.thread(idOf(thread)).tracks.state].parent; }
  int64_t idOf(int thread) const { return ids_[static_cast<size_t>(thread)]; }
  int64_t tidOf(TrackId thread) const { return tracks_[thread].key.tid; }
  const Truth& truth(int thread, Time tick) const {
    return truth_[static_cast<size_t>(thread)][static_cast<size_t>(tick)];
  }
  // Whether a thread woke another one within [from, to].
  bool woke(int64_t by, int thread, Time from, Time to) const {
    return std::any_of(wakings_.begin(), wakings_.end(), [=](const Waking& one) {
      return one.thread == thread && one.by == by && from <= one.time && one.time <= to;
    });
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
  struct Waking {
    Time time;
    int thread, by;  // `by`: 0: an interrupt
  };
  struct Told {
    Time time;
    std::function<void(Time)> tell;
  };
  struct Due {
    Time at;
    int thread;
  };

  void flush() {
    aggregator_.add(out_);
    out_.clear();
  }
  // `tell`: gives the model what a CPU records now, at the time of that CPU's clock.
  void record(int cpu, std::function<void(Time)> tell) {
    told_.push_back({now_ + (cpu == 1 ? skew_ : 0), std::move(tell)});
  }
  // The records of a CPU are missing from the last one on.
  void lose(int cpu) {
    record(cpu, [this, cpu](Time time) {
      model_.lost(static_cast<uint32_t>(cpu), time, out_);
      flush();
      while (model_.hasUnsettled()) {
        model_.settleSome(out_);
        flush();
      }
    });
  }
  void switched(int cpu, int from, ThreadState left, int to) {
    if (silent(cpu)) return;
    const int64_t gone = from == 0 ? -1 : idOf(from), came = to == 0 ? -1 : idOf(to);
    record(cpu, [=, this, priority = tasks_[to].priority](Time time) {
      model_.begins(static_cast<uint32_t>(cpu), time);
      model_.switchTo(static_cast<uint32_t>(cpu), gone, left, came, time, out_);
      for (uint32_t i = 0; i < out_.count; ++i) {
        Record& record = out_.records[i];
        if ((record.flags & kOnCpu) != 0 && record.track == model_.thread(came).tracks.state)
          StateWriter(record).setPriority(priority);
      }
      flush();
    });
  }
  void wake(int thread, int by, const char* irq, int cpu) {
    Task& task = tasks_[thread];
    for (Time at = task.blockedAt; at < now_; ++at) {
      Truth& truth = truth_[static_cast<size_t>(thread)][static_cast<size_t>(at)];
      truth.wokenBy = by;
      truth.irq = irq;
    }
    wakings_.push_back({now_, thread, by});
    task.state = ThreadState::Runnable;
    ready_.push_back(thread);
    if (silent(cpu)) return;
    kernel::Waker waker;
    waker.tid = by > 0 ? idOf(by) : running_[cpu] > 0 ? idOf(running_[cpu]) : -1;
    if (by == 0) {
      waker.source.context = WakeContext::Irq;
      waker.source.handler = names_.intern(irq);
    }
    record(cpu, [=, this, id = idOf(thread)](Time time) {
      model_.wake(model_.thread(id), waker, time, out_, static_cast<uint32_t>(cpu), ThreadModel::Waking::Begun);
      flush();
    });
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
  Time now_ = 0, loses_ = 0, skew_ = 0;
  std::vector<Told> told_;
  std::vector<Waking> wakings_;
  bool silent_ = false;
  std::array<Task, kThreads + 1> tasks_;
  std::array<std::vector<Truth>, kThreads + 1> truth_;
  std::array<int64_t, kThreads + 1> ids_ = [] {
    std::array<int64_t, kThreads + 1> ids{};
    std::iota(ids.begin(), ids.end(), 0);
    return ids;
  }();
  std::array<int, kCpus> running_{};
  std::array<int, kLocks> holder_{};
  std::array<std::deque<int>, kLocks> waiting_;
  std::deque<int> ready_, jobs_, idle_;
  std::deque<Due> timers_, disk_;
};

}  // namespace tp::test
