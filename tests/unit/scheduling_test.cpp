// What the scheduler did, against what the events say when they are read as text.
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>

#include "core/analysis/event_fields.h"
#include "core/analysis/event_merge.h"
#include "core/analysis/scheduling_aggregator.h"
#include "core/export/scheduling_text.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "core/session/scheduling_question.h"
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
  std::vector<Time> latencies;
};

class Reckoning {
 public:
  Reckoning(Time from, Time to) : from_(from), to_(to) {}

  void add(const EventRow& row) {
    // Who runs after records were lost, the next one tells.
    if (row.kind == "lost") return runs(row.cpu, 0, row.time);
    // trace-cmd leaves out switches of its own, so that some are only seen by who records events.
    runs(row.cpu, row.tid, row.time);
    std::string_view waking[] = {"sched_waking", "sched_wakeup", "sched_wakeup_new"};
    if (std::find(std::begin(waking), std::end(waking), row.name) != std::end(waking))
      wake(numberOf(row, "pid"), row.time);
    if (row.name != "sched_switch") return;
    std::string_view state;
    findArg(row.args, "prev_state", state);
    int64_t left = numberOf(row, "prev_pid");
    // Who was preempted is not waiting for anything but a CPU, and who was woken before did not sleep.
    preempted_[left] = state.substr(0, 1) == "R";
    if (preempted_[left]) woken_.erase(left);
    runs(row.cpu, numberOf(row, "next_pid"), row.time);
  }
  void finish(Time end) {
    for (const auto& [cpu, one] : running_) ran(cpu, one.first, one.second, end);
    std::sort(out.latencies.begin(), out.latencies.end());
  }

  Expected out;

 private:
  void ran(int32_t cpu, int64_t tid, Time since, Time until) {
    Time spent = std::min(until, to_) - std::max(since, from_);
    if (tid <= 0 || spent <= 0) return;
    out.running[tid] += spent;
    out.busy[cpu] += spent;
  }
  void runs(int32_t cpu, int64_t tid, Time time) {
    auto [at, fresh] = running_.try_emplace(cpu, 0, time);
    if (!fresh && at->second.first == tid) return;
    ran(cpu, at->second.first, at->second.second, time);
    at->second = {tid, time};
    preempted_[tid] = false;
    if (tid <= 0) return;
    auto woken = woken_.find(tid);
    bool counts = time >= from_ && time <= to_;
    if (counts) ++out.switches[tid];
    if (counts && woken != woken_.end()) out.latencies.push_back(time - woken->second);
    if (woken != woken_.end()) woken_.erase(woken);
  }
  void wake(int64_t tid, Time time) {
    if (!preempted_[tid]) woken_.try_emplace(tid, time);
  }

  Time from_, to_;
  std::map<int32_t, std::pair<int64_t, Time>> running_;
  std::map<int64_t, Time> woken_;
  std::map<int64_t, bool> preempted_;  // then a wakeup means nothing
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

  // Where what the merge draws ends.
  Time end() const { return local.session.index().streams().back().chunks.back().end; }

  Expected reckon(Time from, Time to) {
    auto reader = openTrace(files);
    EventMerge merge(**reader, files);
    Reckoning reckoning(from, to);
    EventRow row;
    while (merge.next()) {
      merge.describe(row);
      if ((row.present & EventRow::kCpu) != 0) reckoning.add(row);
    }
    reckoning.finish(end());
    return reckoning.out;
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
  for (const CpuScheduling& cpu : found.cpus) {
    auto busy = expected.busy.find(cpu.cpu);
    ASSERT_NE(busy, expected.busy.end());
    EXPECT_EQ(cpu.busy, busy->second);
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
  for (const char* name : {"v7-none-sched", "v7-zstd-gcc", "v6-sched-syscalls"}) {
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

TEST(Scheduling, SmallTraceInFull) {
  Sample sample(test::dataPath("tracecmd/threads.dat"));
  ASSERT_TRUE(sample.found);
  const TraceIndex& index = sample.local.session.index();
  const Scheduling found = sample.ask()->scheduling();
  EXPECT_TRUE(found.switches && found.states && found.wakeups);
  EXPECT_EQ(schedulingGaps(found), "");
  // app is woken at 95 and 160 us, and runs at 100 and 170; helper at 111 and 120.
  EXPECT_EQ(found.latencyCount, 3u);
  EXPECT_EQ(found.latencySum, 5000 + 10000 + 9000);
  ASSERT_EQ(found.worst.size(), 3u);
  EXPECT_EQ(index.tracks()[found.worst[0].thread].name, "app");
  EXPECT_EQ(found.worst[0].woken, 6000160000);
  EXPECT_EQ(index.tracks()[found.worst[0].waker].name, "helper");
  EXPECT_EQ(found.worst[2].waker, kNoTrack);  // an interrupt on an idle CPU
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
  Sample sample(std::string(TP_SOURCE_DIR) + "/assets/samples/kitchen/data");
  ASSERT_TRUE(sample.found);
  Scheduling found = sample.ask()->scheduling();
  EXPECT_TRUE(found.switches && found.states);
  EXPECT_FALSE(found.wakeups);
  EXPECT_NE(schedulingGaps(found), "");
  EXPECT_EQ(found.threads.size(), 6u);
  for (const CpuScheduling& cpu : found.cpus) EXPECT_LE(cpu.busy, found.window);
}

TEST(Scheduling, SaysWhatIsMissing) {
  Sample sample(test::dataPath("xray/fdr-v3.xray"));
  ASSERT_TRUE(sample.found);
  Scheduling found = sample.ask()->scheduling();
  EXPECT_FALSE(found.wakeups);
  EXPECT_NE(schedulingGaps(found), "");
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
  constexpr Time kFar = (Time{1} << 62) - 1, kMost = std::numeric_limits<Time>::max();
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
    record.value = -kFar;  // when it was woken
    record.name = names.intern(threadStateName(ThreadState::Running));
    record.track = states;
    record.kind = RecordKind::Begin;
    record.flags = kOnCpu;
    record.ref = 1;
    batch.push() = record;
  }
  aggregator.add(batch);
  aggregator.endUnit(kFar);
  WireWriter out;
  aggregator.result().write(out);
  const std::vector<std::byte> message = out.take();
  Scheduling twice;
  for (int i = 0; i < 2; ++i) {
    WireReader in(message);
    twice.merge(in, [](TrackId id) { return id; });
    EXPECT_FALSE(in.failed());
  }
  twice.finish(-kFar, kFar, tracks);
  ASSERT_EQ(twice.threads.size(), 1u);
  EXPECT_EQ(twice.threads[0].in(ThreadState::Running), kMost);
  EXPECT_EQ(twice.threads[0].known(), kMost);
  EXPECT_EQ(twice.threads[0].latencySum, kMost);
  EXPECT_EQ(twice.latencySum, kMost);
  ASSERT_EQ(twice.cpus.size(), 1u);
  EXPECT_EQ(twice.cpus[0].busy, kMost);

  WireWriter question;
  question.put(SchedulingScope{std::numeric_limits<Time>::min(), kMost});
  const std::vector<std::byte> bytes = question.take();
  WireReader in(bytes);
  EXPECT_EQ(readSchedulingScope(in), (SchedulingScope{-kFar - 1, kFar}));
}

}  // namespace
}  // namespace tp
