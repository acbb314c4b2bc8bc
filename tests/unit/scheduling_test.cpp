// What the scheduler did, against what the events say when they are read as text.
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>

#include "core/analysis/event_fields.h"
#include "core/analysis/event_merge.h"
#include "core/formats/registry.h"
#include "tests/support/samples.h"
#include "tests/support/scheduled_trace.h"

namespace tp {
namespace {

int64_t numberOf(const EventRow& row, std::string_view name) {
  std::string_view value;
  return findArg(row.args, name, value) ? std::strtoll(std::string(value).c_str(), nullptr, 10) : -1;
}

// The figures by another way: switches and wakeups as `tracepane events` prints them.
struct Expected {
  std::map<int64_t, Time> running;
  std::map<int64_t, uint64_t> switches;
  std::map<int32_t, Time> busy;
  std::map<int32_t, Time> recorded;
  std::vector<Time> latencies;
  uint64_t uncertain = 0;  // without those whose records were lost
};

class Reckoning {
 public:
  Reckoning(Time from, Time to) : from_(from), to_(to) {}

  void add(const EventRow& row) {
    Cpu& cpu = cpus_[row.cpu];
    if (row.kind == "lost") return lose(row.cpu, cpu);
    if (cpu.losing) expected.recorded[row.cpu] -= within(cpu.last, row.time);
    if (cpu.first == kNever) cpu.first = row.time;
    cpu.losing = false;
    seen(row, cpu);
    cpu.last = row.time;
    const int64_t pid = numberOf(row, "pid");
    if (row.name == "sched_waking" || row.name == "sched_wakeup_new") wake(pid, row);
    if (row.name == "sched_wakeup") wakeup(pid, row);
    if (row.name == "sched_switch") switched(row, cpu);
  }
  Expected finish() {
    for (auto& [number, cpu] : cpus_) {
      stop(number, cpu, cpu.last);
      expected.recorded[number] += within(cpu.first, cpu.last);
    }
    std::sort(expected.latencies.begin(), expected.latencies.end());
    return expected;
  }

 private:
  static constexpr Time kNever = std::numeric_limits<Time>::min();
  struct Cpu {
    int64_t runs = 0;
    Time since = 0;
    Time first = kNever, last = 0;  // records
    bool losing = false;
    bool told = false;  // who runs
  };
  struct Woken {
    Time time = 0;
    int64_t cpu = 0;
    bool late = false;  // of the waking, only the end was recorded
  };

  Time within(Time begin, Time end) const { return std::max<Time>(0, std::min(end, to_) - std::max(begin, from_)); }
  bool counts(Time time) const { return time >= from_ && time <= to_; }
  bool isRunning(int64_t tid) const {
    return std::any_of(cpus_.begin(), cpus_.end(), [&](const auto& cpu) { return cpu.second.runs == tid; });
  }
  void stop(int32_t number, Cpu& cpu, Time until) {
    Time spent = within(cpu.since, until);
    if (cpu.runs > 0 && spent > 0) {
      expected.running[cpu.runs] += spent;
      expected.busy[number] += spent;
    }
    cpu.runs = 0;
  }
  // It ran until the last record, and whoever waits there may run unseen.
  void lose(int32_t number, Cpu& cpu) {
    stop(number, cpu, cpu.last);
    std::erase_if(woken_, [&](const auto& one) { return one.second.cpu == number; });
    std::erase_if(preempted_, [&](const auto& one) { return one.second == number; });
    cpu.losing = cpu.first != kNever;
    cpu.told = false;
  }
  // trace-cmd leaves out switches of its own, so that some are only seen by who records events: when they were is not
  // known.
  void seen(const EventRow& row, Cpu& cpu) {
    const bool told = std::exchange(cpu.told, true);
    if (cpu.runs == row.tid) return;
    stop(row.cpu, cpu, cpu.last);
    if (told) expected.recorded[row.cpu] -= within(cpu.last, row.time);
    for (auto& [number, other] : cpus_)
      if (row.tid > 0 && other.runs == row.tid) stop(number, other, other.last);
    if (woken_.erase(row.tid) > 0) ++expected.uncertain;
    preempted_.erase(row.tid);
    cpu.runs = row.tid;
    cpu.since = row.time;
  }
  void switched(const EventRow& row, Cpu& cpu) {
    std::string_view state;
    findArg(row.args, "prev_state", state);
    int64_t left = numberOf(row, "prev_pid"), next = numberOf(row, "next_pid");
    stop(row.cpu, cpu, row.time);
    auto pending = pending_.find(left);
    // Who was preempted is not waiting for anything but a CPU.
    if (state.substr(0, 1) == "R") {
      preempted_[left] = row.cpu;
    } else if (pending != pending_.end()) {
      woken_[left] = {pending->second, row.cpu};
    }
    pending_.erase(left);
    if (next <= 0) return;
    preempted_.erase(next);
    auto woken = woken_.find(next);
    if (counts(row.time)) ++expected.switches[next];
    if (woken != woken_.end() && !woken->second.late && counts(row.time) && counts(woken->second.time))
      expected.latencies.push_back(row.time - woken->second.time);
    if (woken != woken_.end()) woken_.erase(woken);
    cpu.runs = next;
    cpu.since = row.time;
  }
  void wake(int64_t tid, const EventRow& row) {
    if (isRunning(tid)) {
      pending_[tid] = row.time;
    } else if (preempted_.count(tid) == 0) {
      // Woken again, it has slept again since.
      woken_[tid] = {row.time, numberOf(row, "target_cpu")};
    }
  }
  void wakeup(int64_t tid, const EventRow& row) {
    if (isRunning(tid)) {
      pending_.erase(tid);
    } else if (auto woken = woken_.find(tid); woken != woken_.end()) {
      woken->second.cpu = numberOf(row, "target_cpu");
    } else if (wake(tid, row); woken_.count(tid) > 0) {
      woken_[tid].late = true;
    }
  }

  Time from_, to_;
  Expected expected;
  std::map<int32_t, Cpu> cpus_;
  std::map<int64_t, Woken> woken_;
  std::map<int64_t, Time> pending_;       // woken while it runs
  std::map<int64_t, int64_t> preempted_;  // on which CPU: then a waking means nothing
};

Expected reckon(const FileSet& files, Time from, Time to) {
  auto reader = openTrace(files);
  EventMerge merge(**reader, files);
  Reckoning reckoning(from, to);
  EventRow row;
  while (merge.next()) {
    merge.describe(row);
    if ((row.present & EventRow::kCpu) != 0) reckoning.add(row);
  }
  return reckoning.finish();
}

void compare(const Scheduling& found, const Expected& expected, const TraceIndex& index) {
  std::map<int64_t, Time> running;
  std::map<int64_t, uint64_t> switches;
  for (const ThreadScheduling& one : found.threads) {
    int64_t tid = index.tracks()[one.thread].key.tid;
    if (one.in(ThreadState::Running) > 0) running[tid] = one.in(ThreadState::Running);
    switches[tid] = one.switches;
  }
  EXPECT_EQ(running, expected.running);
  for (const auto& [tid, count] : expected.switches) EXPECT_EQ(switches[tid], count) << tid;
  EXPECT_EQ(found.cpus.size(), expected.recorded.size());
  for (const CpuScheduling& cpu : found.cpus) {
    auto busy = expected.busy.find(cpu.cpu);
    EXPECT_EQ(cpu.busy, busy != expected.busy.end() ? busy->second : 0);
    EXPECT_EQ(found.recordedOf(cpu), expected.recorded.at(cpu.cpu));
    EXPECT_LE(cpu.busy, found.recordedOf(cpu));
    Time sum = 0;
    for (const auto& [thread, time] : cpu.threads) sum += time;
    EXPECT_EQ(sum, cpu.busy);
  }
  const std::vector<Time>& latencies = expected.latencies;
  ASSERT_EQ(found.latencyCount, latencies.size());
  if (latencies.empty()) return;
  EXPECT_EQ(found.latencySum, std::accumulate(latencies.begin(), latencies.end(), Time{0}));
  Scheduling::Percentiles p = found.percentiles();
  EXPECT_EQ(p.min, latencies.front());
  EXPECT_EQ(p.median, latencies[latencies.size() / 2]);
  EXPECT_EQ(p.p99, latencies[static_cast<size_t>(static_cast<double>(latencies.size()) * 0.99)]);
  EXPECT_EQ(p.max, latencies.back());
  EXPECT_EQ(found.worst.front().latency(), latencies.back());
}

TEST(Scheduling, RecordedKernelTraces) {
  std::string folder = test::samplesPath("tracecmd");
  for (const char* name : {"v7-none-sched", "v7-zstd-gcc", "v6-sched-syscalls", "lost-overwrite"}) {
    SCOPED_TRACE(name);
    test::ScheduledTrace sample(folder + "/" + name + "/trace.dat", 2);
    ASSERT_TRUE(sample.found);
    const TraceIndex& index = sample.local.session.index();
    compare(sample.ask()->scheduling(), reckon(sample.files, index.begin(), index.end()), index);
    // A part, which begins amid chunks and slices.
    Time third = (index.end() - index.begin()) / 3;
    Time from = index.begin() + third, to = index.end() - third;
    compare(sample.ask({from, to})->scheduling(), reckon(sample.files, from, to), index);
  }
}

// What is not recorded counts as that: a thread's times and what is not known of it are all there is, in each part.
TEST(Scheduling, PartsOfRecordedTracesAddUp) {
  std::string folder = test::samplesPath("tracecmd");
  for (const char* name : {"lost-overwrite", "v6-sched-syscalls", "v7-zlib-syscalls"}) {
    SCOPED_TRACE(name);
    test::ScheduledTrace sample(folder + "/" + name + "/trace.dat", 2);
    ASSERT_TRUE(sample.found);
    const TraceIndex& index = sample.local.session.index();
    const Scheduling whole = sample.ask()->scheduling();
    Time step = (index.end() - index.begin()) / 5;
    std::map<TrackId, Time> known;
    std::map<int32_t, Time> busy, recorded;
    for (int part = 0; part < 5; ++part) {
      Time from = index.begin() + step * part, to = part == 4 ? index.end() : from + step;
      const Scheduling found = sample.ask({from, to})->scheduling();
      // A CPU that has not begun to record by then is one all the same.
      EXPECT_EQ(found.cpus.size(), whole.cpus.size());
      for (const ThreadScheduling& one : found.threads) {
        known[one.thread] += one.knownTime();
        EXPECT_LE(one.knownTime() + one.unknown(), found.window);
        EXPECT_LE(one.latencies, one.wakeups);
      }
      for (const CpuScheduling& cpu : found.cpus) {
        busy[cpu.cpu] += cpu.busy;
        recorded[cpu.cpu] += found.recordedOf(cpu);
      }
    }
    for (const ThreadScheduling& one : whole.threads) EXPECT_EQ(known[one.thread], one.knownTime());
    for (const CpuScheduling& cpu : whole.cpus) {
      EXPECT_EQ(busy[cpu.cpu], cpu.busy);
      EXPECT_EQ(recorded[cpu.cpu], whole.recordedOf(cpu));
    }
  }
}

}  // namespace
}  // namespace tp
