// What the scheduler did, against what the events say when they are read as text.
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>

#include "core/analysis/event_fields.h"
#include "core/analysis/event_merge.h"
#include "core/analysis/scheduling_aggregator.h"
#include "core/decode/record_driver.h"
#include "core/export/scheduling_text.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "core/session/scheduling/scheduling_question.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

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

class Sample {
 public:
  explicit Sample(const std::string& path, uint32_t workers = 1) : local(workers) {
    auto opened = openLocalFiles({path});
    if (!opened) return;
    files = std::move(*opened);
    local.open(files);
    found = local.session.phase() == Phase::Ready;
  }

  std::shared_ptr<SchedulingQuestion> ask(SchedulingScope scope = {}) {
    auto question = std::make_shared<SchedulingQuestion>(scope);
    local.session.ask(question);
    local.finish();
    EXPECT_TRUE(question->done());
    return question;
  }

  Expected reckon(Time from, Time to) {
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

  bool found = false;
  FileSet files;
  test::LocalSession local;
};

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
    Sample sample(folder + "/" + name + "/trace.dat", 2);
    ASSERT_TRUE(sample.found);
    const TraceIndex& index = sample.local.session.index();
    compare(sample.ask()->scheduling(), sample.reckon(index.begin(), index.end()), index);
    // A part, which begins amid chunks and slices.
    Time third = (index.end() - index.begin()) / 3;
    Time from = index.begin() + third, to = index.end() - third;
    compare(sample.ask({from, to})->scheduling(), sample.reckon(from, to), index);
  }
}

// What is not recorded counts as that: a thread's times and what is not known of it are all there is, in each part.
TEST(Scheduling, PartsOfRecordedTracesAddUp) {
  std::string folder = test::samplesPath("tracecmd");
  for (const char* name : {"lost-overwrite", "v6-sched-syscalls", "v7-zlib-syscalls"}) {
    SCOPED_TRACE(name);
    Sample sample(folder + "/" + name + "/trace.dat", 2);
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
        known[one.thread] += one.known();
        EXPECT_LE(one.known() + one.unknown(), found.window);
        EXPECT_LE(one.latencies, one.wakeups);
      }
      for (const CpuScheduling& cpu : found.cpus) {
        busy[cpu.cpu] += cpu.busy;
        recorded[cpu.cpu] += found.recordedOf(cpu);
      }
    }
    for (const ThreadScheduling& one : whole.threads) EXPECT_EQ(known[one.thread], one.known());
    for (const CpuScheduling& cpu : whole.cpus) {
      EXPECT_EQ(busy[cpu.cpu], cpu.busy);
      EXPECT_EQ(recorded[cpu.cpu], whole.recordedOf(cpu));
    }
  }
}

// By hand from the report. CPU 0 begins to record late: who was woken for it before, at 2149.082131337, was seen to be
// woken again at .098110831, and ran at .098115258. cc1 is woken at .083039241 and writes at .083232931, but the switch
// out of idle between is missing.
TEST(Scheduling, WakeupsWithoutARecordedSwitchAreToldApart) {
  Sample sample(test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat");
  ASSERT_TRUE(sample.found);
  const Scheduling found = sample.ask()->scheduling();
  const TraceIndex& index = sample.local.session.index();
  ASSERT_FALSE(found.worst.empty());
  EXPECT_EQ(found.worst.front().latency(), 570246);
  for (const WakeupLatency& one : found.worst) {
    EXPECT_NE(one.woken, 2149083039241);
    EXPECT_NE(one.woken, 2149082131337);
  }
  const Scheduling again = sample.ask({2149098110000, 2149098116000})->scheduling();
  ASSERT_EQ(again.worst.size(), 1u);
  EXPECT_EQ(again.worst.front().woken, 2149098110831);
  EXPECT_EQ(again.worst.front().latency(), 4427);
  EXPECT_EQ(found.latencyCount, 131u);
  EXPECT_GT(found.uncertain, 60u);
  EXPECT_NE(schedulingReport(found, index).find("further wakeups"), std::string::npos);
  // Of 30 ms, CPU 0 recorded the last 4.4.
  EXPECT_NE(schedulingJson(found, index).find("\"recorded\": 4372817"), std::string::npos);
}

// By hand from the report: the two longest span the gap of CPU 1, where the thread may have run and come back.
TEST(Scheduling, LatenciesAcrossAGapOfAnotherCpuAreUpperBounds) {
  Sample sample(test::samplesPath("tracecmd") + "/lost-overwrite/trace.dat", 2);
  ASSERT_TRUE(sample.found);
  const TraceIndex& index = sample.local.session.index();
  const Scheduling found = sample.ask()->scheduling();
  ASSERT_GT(found.worst.size(), 2u);
  EXPECT_EQ(found.worst[0].latency(), 2756819);
  EXPECT_EQ(found.worst[1].latency(), 1785051);
  EXPECT_TRUE(found.worst[0].atMost && found.worst[1].atMost);
  EXPECT_LT(found.atMost, found.latencyCount);
  const std::string said =
      std::to_string(found.atMost) + " of " + std::to_string(found.latencyCount) + " latencies are";
  EXPECT_NE(schedulingReport(found, index).find(said), std::string::npos);
  EXPECT_NE(schedulingReport(found, index).find("\u2264"), std::string::npos);
  EXPECT_NE(schedulingJson(found, index).find("\"atMost\": true"), std::string::npos);
  // The same where a worker counts from the middle of the trace on.
  const Time middle = found.worst[0].woken;
  const Scheduling part = sample.ask({middle, index.end()})->scheduling();
  ASSERT_FALSE(part.worst.empty());
  EXPECT_EQ(part.worst[0].woken, middle);
  EXPECT_TRUE(part.worst[0].atMost);
}

// tests/oracle compares what is assumed of the whole trace with the reference.
TEST(Scheduling, RangesAndSelectedStatesSayWhatIsAssumedOfThem) {
  Sample sample(test::samplesPath("tracecmd") + "/lost-overwrite/trace.dat", 2);
  ASSERT_TRUE(sample.found);
  Session& session = sample.local.session;
  const TraceIndex& index = session.index();
  const Scheduling whole = sample.ask()->scheduling();
  EXPECT_NE(schedulingGaps(whole, ClockInfo{}).find("by as much as is assumed"), std::string::npos);
  std::map<TrackId, Time> parts;
  constexpr int kParts = 7;
  const Time step = (index.end() - index.begin()) / kParts + 1;
  for (int i = 0; i < kParts; ++i) {
    const Time from = index.begin() + i * step;
    const Scheduling part = sample.ask({from, from + step})->scheduling();
    for (const ThreadScheduling& one : part.threads) {
      parts[one.thread] += one.allAssumed();
      for (size_t state = 0; state < kThreadStates; ++state) EXPECT_LE(one.assumed[state], one.times[state]);
    }
  }
  for (const ThreadScheduling& one : whole.threads) {
    EXPECT_GE(parts[one.thread], one.allAssumed());
    if (one.switches > 20) continue;  // each state is looked for by itself
    TrackKey key = index.tracks()[one.thread].key;
    key.kind = TrackKind::ThreadState;
    Time described = 0;
    std::vector<Mark> marks;
    session.query(index.tracks().find(key), index.begin(), index.end(), 0, marks);
    for (const Mark& mark : marks) {
      session.describe(index.tracks().find(key), mark);
      sample.local.finish();
      described += session.description()->silent;
      // The tip of a mark goes by its flag.
      const bool atMost = (mark.flags & kMarkAtMost) != 0;
      EXPECT_EQ(atMost, session.description()->silent > 0 && (mark.flags & kMarkOpen) == 0) << mark.begin;
    }
    EXPECT_EQ(described, one.allAssumed()) << index.tracks()[one.thread].name;
  }
}

// By the flags of the reference's text: of the 329 wakings of v7-zstd-gcc, 160 are out of softirqs and 72 out of
// interrupts; all 86 amid WriterThread are among them.
TEST(Scheduling, WhatAnInterruptWakesIsNotWokenByTheThreadThatItInterrupts) {
  Sample sample(test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat", 3);
  ASSERT_TRUE(sample.found);
  const TraceIndex& index = sample.local.session.index();
  const auto question = sample.ask();
  const Scheduling& found = question->scheduling();
  std::map<WakeContext, uint64_t> all, writer, shown;
  for (const Waking& one : found.wakings) {
    all[one.context] += one.count;
    if (one.waker != kNoTrack && index.tracks()[one.waker].name == "WriterThread") writer[one.context] += one.count;
  }
  for (const Waking& one : found.wakers) {
    shown[one.context] += one.count;
    EXPECT_TRUE(!one.interrupt() || one.waker == kNoTrack);
  }
  EXPECT_EQ(all[WakeContext::Softirq], 160u);
  EXPECT_EQ(all[WakeContext::Irq], 72u);
  EXPECT_EQ(writer[WakeContext::Softirq] + writer[WakeContext::Irq], 86u);
  EXPECT_EQ(writer[WakeContext::Thread], 0u);
  EXPECT_EQ(shown, all);
  const std::string report = schedulingReport(found, index);
  EXPECT_NE(report.find("softirq BLOCK -> cc1"), std::string::npos);
  EXPECT_EQ(report.find("WriterThread -> "), std::string::npos);
}

TEST(Scheduling, SmallTraceInFull) {
  Sample sample(test::dataPath("tracecmd/threads.dat"));
  ASSERT_TRUE(sample.found);
  const TraceIndex& index = sample.local.session.index();
  const Scheduling found = sample.ask()->scheduling();
  EXPECT_TRUE(found.switches && found.states && found.wakeups);
  // CPU 1 records from 120 us on, so app may have run there before 100.
  EXPECT_EQ(schedulingGaps(found, ClockInfo{}).find("1 of 2 latencies is an upper bound"), 0u);
  // app is woken at 95 and 160 us, and runs at 100 and 170; helper at 111, to a CPU that records from 120 on only.
  EXPECT_EQ(found.latencyCount, 2u);
  EXPECT_EQ(found.latencySum, 5000 + 10000);
  EXPECT_EQ(found.uncertain, 1u);
  ASSERT_EQ(found.worst.size(), 2u);
  EXPECT_EQ(index.tracks()[found.worst[0].thread].name, "app");
  EXPECT_EQ(found.worst[0].woken, 6000160000);
  EXPECT_EQ(index.tracks()[found.worst[0].waker].name, "helper");
  EXPECT_EQ(found.worst[1].waker, kNoTrack);  // an interrupt on an idle CPU
  EXPECT_FALSE(found.worst[0].atMost);
  EXPECT_TRUE(found.worst[1].atMost);
  const auto app = std::find_if(found.threads.begin(), found.threads.end(),
                                [&](const ThreadScheduling& one) { return one.thread == found.worst[0].thread; });
  ASSERT_NE(app, found.threads.end());
  EXPECT_EQ(app->atMost, 1u);
  EXPECT_FALSE(app->maxAtMost);  // the longer one is known
  ASSERT_EQ(found.cpus.size(), 2u);
  uint64_t wakings = 0;
  for (const Waking& one : found.wakings) wakings += one.count;
  EXPECT_EQ(wakings, 3u);
}

TEST(Scheduling, PartsAddUp) {
  Sample sample(test::dataPath("tracecmd/threads.dat"));
  ASSERT_TRUE(sample.found);
  const TraceIndex& index = sample.local.session.index();
  Time middle = 6000150000;
  Scheduling whole = sample.ask()->scheduling();
  Scheduling first = sample.ask({index.begin(), middle})->scheduling();
  Scheduling second = sample.ask({middle, index.end()})->scheduling();
  auto sum = [](const Scheduling& of) {
    Time time = 0;
    for (const ThreadScheduling& one : of.threads) time += one.known();
    return time;
  };
  EXPECT_EQ(sum(first) + sum(second), sum(whole));
  EXPECT_EQ(first.window + second.window, whole.window);
}

TEST(Scheduling, UftraceKnowsSwitchesOfItsProgram) {
  Sample sample(test::sourcePath("assets/samples/kitchen/data"));
  ASSERT_TRUE(sample.found);
  Scheduling found = sample.ask()->scheduling();
  EXPECT_TRUE(found.switches && found.states);
  EXPECT_FALSE(found.wakeups);
  EXPECT_NE(schedulingGaps(found, ClockInfo{}), "");
  EXPECT_EQ(found.threads.size(), 6u);
  for (const CpuScheduling& cpu : found.cpus) EXPECT_LE(cpu.busy, found.window);
}

// Its times are counts of 10 ms, though trace-cmd prints them as ns: 160 records, all within the same one.
TEST(Scheduling, SaysHowCoarseTheClockIs) {
  Sample sample(test::samplesPath("tracecmd") + "/clock-uptime/trace.dat");
  ASSERT_TRUE(sample.found);
  const ClockInfo& clock = sample.local.session.index().info().clock;
  EXPECT_FALSE(clock.isNs);
  EXPECT_EQ(clock.nsNum, 10'000'000u);
  EXPECT_NE(schedulingGaps(sample.ask()->scheduling(), clock).find("The clock counts in steps of 10 ms"),
            std::string::npos);
}

TEST(Scheduling, SaysWhatIsMissing) {
  Sample sample(test::dataPath("xray/fdr-v3.xray"));
  ASSERT_TRUE(sample.found);
  Scheduling found = sample.ask()->scheduling();
  EXPECT_FALSE(found.wakeups);
  EXPECT_NE(schedulingGaps(found, ClockInfo{}), "");
  // On which CPU it ran is told of each record: nobody runs longer than that, or than there is time.
  Time running = 0, busy = 0;
  for (const ThreadScheduling& thread : found.threads) {
    EXPECT_LE(thread.in(ThreadState::Running), found.window);
    running += thread.in(ThreadState::Running);
  }
  for (const CpuScheduling& cpu : found.cpus) busy += cpu.busy;
  EXPECT_EQ(running, busy);
  EXPECT_EQ(schedulingJson(found, sample.local.session.index()).front(), '{');
}

// Sums of times stop at what a number holds; what a worker is asked, and what it answers, is a claim like all else.
TEST(Scheduling, TimesThatLeapToAndFroOverflowNothing) {
  constexpr Time kFar = (Time{1} << 62) - 1, kMax = std::numeric_limits<Time>::max();
  NameTable names;
  TrackTable tracks;
  Track track;
  track.key.kind = TrackKind::Thread;
  track.key.tid = 7;
  track.parent = tracks.add(track);
  track.key.kind = TrackKind::ThreadState;
  const TrackId states = tracks.add(track);
  SchedulingAggregator aggregator(SchedulingScope(), tracks, names);
  aggregator.startUnit(true);
  RecordBatch batch;
  for (int i = 0; i < 8; ++i) {
    Record record;
    record.time = i % 2 == 0 ? -kFar : kFar;
    record.setWoken(-kFar, 0);
    record.name = names.intern(threadStateName(ThreadState::Running));
    record.track = states;
    record.kind = RecordKind::Begin;
    record.flags = kOnCpu;
    setStateCpu(record, 0);
    batch.push() = record;
  }
  aggregator.add(batch);
  aggregator.endUnit(kFar);
  WireWriter out;
  out(aggregator.result());
  const std::vector<std::byte> message = out.take();
  Scheduling twice;
  for (int i = 0; i < 2; ++i) {
    WireReader in(message);
    twice.merge(in.read<Scheduling>(), {[](TrackId id) { return id; }, [](NameId id) { return id; }});
    EXPECT_TRUE(in.complete());
  }
  twice.finish(-kFar, kFar, tracks, names);
  ASSERT_EQ(twice.threads.size(), 1u);
  EXPECT_EQ(twice.threads[0].in(ThreadState::Running), kMax);
  EXPECT_EQ(twice.threads[0].known(), kMax);
  EXPECT_EQ(twice.threads[0].latencySum, kMax);
  EXPECT_EQ(twice.latencySum, kMax);
  ASSERT_EQ(twice.cpus.size(), 1u);
  EXPECT_EQ(twice.cpus[0].busy, kMax);

  WireWriter question;
  question.put(SchedulingScope{std::numeric_limits<Time>::min(), kMax});
  const std::vector<std::byte> bytes = question.take();
  WireReader in(bytes);
  EXPECT_EQ(in.read<SchedulingScope>(), (SchedulingScope{-kFar - 1, kFar}));
}

}  // namespace
}  // namespace tp
