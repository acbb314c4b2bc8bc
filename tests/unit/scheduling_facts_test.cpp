// What recorded traces say of scheduling, by hand from the reports of their tools.
#include <gtest/gtest.h>

#include <limits>
#include <map>

#include "core/analysis/scheduling_aggregator.h"
#include "core/export/scheduling_text.h"
#include "tests/support/samples.h"
#include "tests/support/scheduled_trace.h"

namespace tp {
namespace {

// By hand from the report. CPU 0 begins to record late: who was woken for it before, at 2149.082131337, was seen to be
// woken again at .098110831, and ran at .098115258. cc1 is woken at .083039241 and writes at .083232931, but the switch
// out of idle between is missing.
TEST(Scheduling, WakeupsWithoutARecordedSwitchAreToldApart) {
  test::ScheduledTrace sample(test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat");
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
  test::ScheduledTrace sample(test::samplesPath("tracecmd") + "/lost-overwrite/trace.dat", 2);
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
  test::ScheduledTrace sample(test::samplesPath("tracecmd") + "/lost-overwrite/trace.dat", 2);
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

// What is not recorded outside of a range touches nothing within it. CPU 0 of v6-sched-syscalls begins late, so that
// whoever sleeps from before then is assumed to; its parts have all that is assumed of the whole trace together.
TEST(Scheduling, WhatIsMissingElsewhereTouchesNoRange) {
  for (const char* name : {"v6-sched-syscalls", "v7-zstd-gcc", "lost-overwrite", "v6-instances"}) {
    SCOPED_TRACE(name);
    test::ScheduledTrace sample(test::samplesPath("tracecmd") + "/" + name + "/trace.dat", 2);
    ASSERT_TRUE(sample.found);
    const TraceIndex& index = sample.local.session.index();
    const Scheduling whole = sample.ask()->scheduling();
    std::map<TrackId, Time> parts;
    constexpr int kParts = 40;
    const Time step = (index.end() - index.begin()) / kParts + 1;
    size_t clear = 0;
    for (int i = 0; i < kParts; ++i) {
      const Time from = index.begin() + i * step;
      const Scheduling part = sample.ask({from, from + step})->scheduling();
      Time missing = 0;
      for (const CpuScheduling& cpu : part.cpus) missing += part.window - part.recordedOf(cpu) - cpu.hidden;
      clear += missing == 0;
      for (const ThreadScheduling& one : part.threads) {
        parts[one.thread] += one.allAssumed();
        for (size_t state = 0; state < kThreadStates; ++state) EXPECT_LE(one.assumed[state], missing);
      }
    }
    EXPECT_GT(clear, 0u);
    for (const ThreadScheduling& one : whole.threads) EXPECT_GE(parts[one.thread], one.allAssumed());
  }
}

// By the flags of the reference's text: of the 329 wakings of v7-zstd-gcc, 160 are out of softirqs and 72 out of
// interrupts; all 86 amid WriterThread are among them.
TEST(Scheduling, WhatAnInterruptWakesIsNotWokenByTheThreadThatItInterrupts) {
  test::ScheduledTrace sample(test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat", 3);
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
  test::ScheduledTrace sample(test::dataPath("tracecmd/threads.dat"));
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
  test::ScheduledTrace sample(test::dataPath("tracecmd/threads.dat"));
  ASSERT_TRUE(sample.found);
  const TraceIndex& index = sample.local.session.index();
  Time middle = 6000150000;
  Scheduling whole = sample.ask()->scheduling();
  Scheduling first = sample.ask({index.begin(), middle})->scheduling();
  Scheduling second = sample.ask({middle, index.end()})->scheduling();
  auto sum = [](const Scheduling& of) {
    Time time = 0;
    for (const ThreadScheduling& one : of.threads) time += one.knownTime();
    return time;
  };
  EXPECT_EQ(sum(first) + sum(second), sum(whole));
  EXPECT_EQ(first.window + second.window, whole.window);
}

TEST(Scheduling, UftraceKnowsSwitchesOfItsProgram) {
  test::ScheduledTrace sample(test::sourcePath("assets/samples/kitchen/data"));
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
  test::ScheduledTrace sample(test::samplesPath("tracecmd") + "/clock-uptime/trace.dat");
  ASSERT_TRUE(sample.found);
  const ClockInfo& clock = sample.local.session.index().info().clock;
  EXPECT_FALSE(clock.isNs);
  EXPECT_EQ(clock.nsNum, 10'000'000u);
  EXPECT_NE(schedulingGaps(sample.ask()->scheduling(), clock).find("The clock counts in steps of 10 ms"),
            std::string::npos);
}

// What is said of how threads were recorded is said of XRay's logs only, whatever a range has.
TEST(Scheduling, SaysWhatATraceTellsWhateverARangeHas) {
  constexpr std::string_view kTakenToRun = "it is taken to run from its first record";
  const std::pair<std::string, bool> all[] = {{test::samplesPath("tracecmd") + "/v7-zstd-gcc/trace.dat", false},
                                              {test::sourcePath("assets/samples/kitchen/data"), false},
                                              {test::dataPath("xray/fdr-v3.xray"), true}};
  for (const auto& [path, taken] : all) {
    test::ScheduledTrace sample(path);
    ASSERT_TRUE(sample.found) << path;
    const TraceIndex& index = sample.local.session.index();
    for (Time at = index.begin(); at < index.end(); at += (index.end() - index.begin()) / 50 + 1)
      for (const Time length : {0, 1, 1000}) {
        const std::string gaps = schedulingGaps(sample.ask({at, at + length})->scheduling(), ClockInfo{});
        ASSERT_EQ(gaps.find(kTakenToRun) != std::string::npos, taken) << path << " " << at << " " << length;
      }
    for (const auto& [from, to] : {std::pair<Time, Time>{5, 6}, {index.end() + 1, index.end() + 1000}}) {
      const Scheduling found = sample.ask({from, to})->scheduling();
      EXPECT_EQ(schedulingGaps(found, ClockInfo{}), "Nothing of the trace lies in this range.") << path;
      for (const CpuScheduling& cpu : found.cpus) EXPECT_FALSE(cpu.tells()) << path << " " << cpu.cpu;
    }
  }
}

TEST(Scheduling, SaysWhatIsMissing) {
  test::ScheduledTrace sample(test::dataPath("xray/fdr-v3.xray"));
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
    record.name = names.intern(threadStateName(ThreadState::Running));
    record.track = states;
    record.kind = RecordKind::Begin;
    StateWriter running(record);
    running.setWoken(-kFar, 0);
    running.setRuns(0, true);
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
    twice.merge(in.read<Scheduling>());
    EXPECT_TRUE(in.complete());
  }
  twice.finish(-kFar, kFar, tracks, names);
  ASSERT_EQ(twice.threads.size(), 1u);
  EXPECT_EQ(twice.threads[0].in(ThreadState::Running), kMax);
  EXPECT_EQ(twice.threads[0].knownTime(), kMax);
  EXPECT_EQ(twice.threads[0].latencySum, kMax);
  EXPECT_EQ(twice.latencySum, kMax);
  ASSERT_EQ(twice.cpus.size(), 1u);
  EXPECT_EQ(twice.cpus[0].busy, kMax);

  WireWriter question;
  question(SchedulingScope{std::numeric_limits<Time>::min(), kMax});
  const std::vector<std::byte> bytes = question.take();
  WireReader in(bytes);
  EXPECT_EQ(in.read<SchedulingScope>(), (SchedulingScope{-kFar - 1, kFar}));
}

}  // namespace
}  // namespace tp
