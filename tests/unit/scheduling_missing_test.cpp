// Where switches of threads are missing, nothing is said that the whole recording contradicts.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "core/decode/record_driver.h"
#include "core/export/scheduling_text.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "core/kernel/open_rows.h"
#include "core/session/scheduling/scheduling_question.h"
#include "tests/support/decode_all.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

Scheduling schedulingOf(test::LocalSession& local, const SchedulingScope& scope = {}) {
  auto question = std::make_shared<SchedulingQuestion>(scope);
  local.session.ask(question);
  local.finish();
  return question->scheduling();
}

// A directory of uftrace of which something is changed.
class Altered {
 public:
  explicit Altered(const std::function<void(FileEntry&, std::vector<std::byte>&)>& change) {
    auto whole = openLocalFiles({test::samplesPath("uftrace") + "/threads12/uftrace.data"});
    if (!whole.ok()) return;
    for (FileEntry file : whole->files()) {
      std::vector<std::byte> bytes = readAll(*file.source, 0, file.source->size(), 1u << 20);
      change(file, bytes);
      if (!bytes.empty()) files_.add(file.path, std::make_shared<MemorySource>(std::move(bytes)));
    }
    local_.open(files_);
  }

  Scheduling ask() { return schedulingOf(local_); }
  const TraceIndex& index() { return local_.session.index(); }

 private:
  FileSet files_;
  test::LocalSession local_;
};

// Of each thread, what the whole recording says it did, and what is said of it when something is missing.
void expectNothingInvented(Altered& altered) {
  Altered whole([](FileEntry&, std::vector<std::byte>&) {});
  std::map<int64_t, ThreadScheduling> truth;
  for (const ThreadScheduling& one : whole.ask().threads) truth[whole.index().tracks()[one.thread].key.tid] = one;
  ASSERT_EQ(truth.size(), 13u);
  EXPECT_EQ(truth.at(1634).in(ThreadState::Running), 3184621);
  EXPECT_EQ(schedulingGaps(whole.ask(), ClockInfo{}).find("missing"), std::string::npos);
  Scheduling found = altered.ask();
  EXPECT_EQ(schedulingGaps(found, ClockInfo{}).find("Switches are missing here"), 0u);
  EXPECT_EQ(found.threads.size(), 13u);
  Time unknown = 0;
  for (const ThreadScheduling& one : found.threads) {
    const int64_t tid = altered.index().tracks()[one.thread].key.tid;
    EXPECT_LE(one.in(ThreadState::Running), truth.at(tid).in(ThreadState::Running)) << tid;
    unknown += one.unknown();
  }
  EXPECT_GT(unknown, 0);
  for (const CpuScheduling& cpu : found.cpus) EXPECT_LE(cpu.busy, found.recordedOf(cpu)) << cpu.cpu;
}

TEST(Scheduling, SwitchesOfACpuThatAreMissingInventNothing) {
  Altered altered([](FileEntry& file, std::vector<std::byte>& bytes) {
    if (file.baseName() == "perf-cpu1.dat") bytes.clear();
  });
  expectNothingInvented(altered);
}

TEST(Scheduling, SwitchesThatAreCutInventNothing) {
  Altered altered([](FileEntry& file, std::vector<std::byte>& bytes) {
    if (file.baseName() == "perf-cpu1.dat") bytes.resize(bytes.size() / 2);
  });
  expectNothingInvented(altered);
  const Scheduling found = altered.ask();
  ASSERT_EQ(found.cpus.size(), 2u);
  EXPECT_EQ(found.recordedOf(found.cpus[0]), found.window);
  // From the first call to the last whole record in the file.
  EXPECT_EQ(found.recordedOf(found.cpus[1]), 1611711);
}

// PERF_RECORD_LOST in the place of a switch: linux/perf_event.h.
TEST(Scheduling, SwitchesThatTheKernelLostInventNothing) {
  constexpr size_t kSwitchSize = 32, kLostSize = 48;
  Altered altered([](FileEntry& file, std::vector<std::byte>& bytes) {
    if (file.baseName() != "perf-cpu0.dat") return;
    std::vector<size_t> switches;
    for (size_t at = 0; at + 8 <= bytes.size(); at += std::to_integer<size_t>(bytes[at + 6]))
      if (std::to_integer<int>(bytes[at]) == 14) switches.push_back(at);
    const size_t at = switches[switches.size() / 2];
    std::vector<std::byte> lost(kLostSize);
    lost[0] = std::byte{2};
    lost[6] = std::byte{kLostSize};
    lost[16] = std::byte{1};
    std::copy_n(bytes.begin() + static_cast<ptrdiff_t>(at + 8), 24, lost.begin() + 24);
    bytes.erase(bytes.begin() + static_cast<ptrdiff_t>(at), bytes.begin() + static_cast<ptrdiff_t>(at + kSwitchSize));
    bytes.insert(bytes.begin() + static_cast<ptrdiff_t>(at), lost.begin(), lost.end());
  });
  expectNothingInvented(altered);
}

// The files describe sched_switch, and have no record of it: who was seen to record something tells no shares.
TEST(Scheduling, WithoutARecordOfASwitchNobodyIsDrawnRunning) {
  for (const char* name : {"synth-fgraph", "mem", "net-loopback"}) {
    auto files = openLocalFiles({test::samplesPath("tracecmd") + "/" + name + "/trace.dat"});
    ASSERT_TRUE(files) << name;
    auto reader = openTrace(*files);
    ASSERT_TRUE(reader) << name;
    RecordBatch batch;
    const TrackTable& tracks = (*reader)->tracks();
    const std::vector<TrackId> all = tracks.byKey();
    const auto group =
        std::find_if(all.begin(), all.end(), [&](TrackId id) { return tracks[id].key.kind == TrackKind::Group; });
    (*reader)->decoder(0);
    ASSERT_NE(group, all.end());
    EXPECT_EQ(tracks[*group].detail, "who runs is not known") << name;
    for (size_t i = 0; i < (*reader)->streams().size() + (*reader)->merges().size(); ++i) {
      std::unique_ptr<RecordDriver> driver = makeDriver(**reader, i);
      while (driver->pull(batch, *files) == RecordDriver::Step::Batch)
        for (const Record& record : Records(batch)) {
          const TrackKind kind = record.track < tracks.size() ? tracks[record.track].key.kind : TrackKind::Group;
          EXPECT_NE(kind, TrackKind::ThreadState) << name;
          const bool drawn = record.kind == RecordKind::Begin || record.kind == RecordKind::Slice;
          if (kind == TrackKind::Cpu && drawn && record.depth == kernel::kRunningRow) {
            EXPECT_TRUE(record.isGap()) << name;
          }
        }
    }
  }
}

TEST(Scheduling, WithoutARecordOfASwitchNoCpuHasAShare) {
  for (const char* name : {"/synth-fgraph/trace.dat", "/synth-bprint/trace.dat"}) {
    auto files = openLocalFiles({test::samplesPath("tracecmd") + name});
    ASSERT_TRUE(files) << name;
    test::LocalSession local(2);
    local.open(*files);
    local.finish();
    const Scheduling found = schedulingOf(local);
    EXPECT_FALSE(found.switches) << name;
    EXPECT_TRUE(found.cpus.empty()) << name;
    EXPECT_TRUE(found.threads.empty()) << name;
  }
}

// Of the first `bytes` of the file.
Scheduling scheduled(const std::string& name, const SchedulingScope& scope, std::string& report, std::string& json,
                     uint64_t bytes = UINT64_MAX, uint32_t workers = 1) {
  test::LocalSession local(workers);
  auto whole = openLocalFiles({test::samplesPath("tracecmd") + "/" + name + "/trace.dat"});
  if (!whole) return {};
  FileSet files;
  for (const FileEntry& file : whole->files()) {
    const uint64_t size = std::min(bytes, file.source->size());
    files.add(file.path, std::make_shared<MemorySource>(readAll(*file.source, 0, size, size)));
  }
  local.open(files);
  local.finish();
  Scheduling found = schedulingOf(local, scope);
  report = schedulingReport(found, local.session.index());
  json = schedulingJson(found, local.session.index());
  return found;
}

// Of thread 13696, nothing is known in the first half of the trace; the record that makes it known is in the second.
TEST(Scheduling, ThreadsOfWhichNothingIsKnownAreListed) {
  constexpr Time kMiddle = 2061351265635;
  std::string report, first, second;
  scheduled("v7-zlib-syscalls", {0, kMiddle}, report, first);
  scheduled("v7-zlib-syscalls", {kMiddle, INT64_MAX}, report, second);
  EXPECT_NE(first.find(R"("unknown": 47453077)"), std::string::npos) << first;
  EXPECT_NE(second.find(R"("unknown": 32433123)"), std::string::npos) << second;
}

// All records of CPU 0 are of one thread. They end a millisecond before those of CPU 1.
TEST(Scheduling, ACpuWithoutASwitchIsRecordedUpToItsLastRecord) {
  std::string report, json;
  const Scheduling found = scheduled("extract", {}, report, json);
  ASSERT_EQ(found.cpus.size(), 2u);
  EXPECT_EQ(found.recordedOf(found.cpus[0]), 4005875);
  EXPECT_EQ(found.cpus[0].busy, 4005875);
  EXPECT_NE(report.find("CPU 0    busy 100.0 %"), std::string::npos) << report;
}

// CPU 0 begins to record later; CPU 1 has stopped before; and a range amid a loss.
TEST(Scheduling, ACpuThatIsNotRecordedInTheRangeHasNoShare) {
  struct Case {
    const char* name;
    SchedulingScope scope;
    int32_t cpu;
  };
  for (const Case& one : {Case{"v6-sched-syscalls", {2149078761483, 2149087481172}, 0},
                          Case{"lost-overwrite", {2149670000000, 2149680000000}, 1},
                          Case{"lost-overwrite", {2149688500000, 2149688600000}, 1}}) {
    SCOPED_TRACE(one.scope.begin);
    std::string report, json;
    const Scheduling found = scheduled(one.name, one.scope, report, json);
    ASSERT_EQ(found.cpus.size(), 2u);
    const CpuScheduling& cpu = found.cpus[static_cast<size_t>(one.cpu)];
    EXPECT_EQ(cpu.cpu, one.cpu);
    EXPECT_FALSE(cpu.seen);
    EXPECT_EQ(found.recordedOf(cpu), 0);
    const std::string number = std::to_string(one.cpu);
    EXPECT_NE(report.find("CPU " + number + "    not recorded"), std::string::npos) << report;
    EXPECT_NE(json.find("\"cpu\": " + number + ", \"busy\": null"), std::string::npos);
  }
  std::string report, json;
  const Scheduling coarse = scheduled("clock-uptime", {}, report, json);
  ASSERT_FALSE(coarse.cpus.empty());
  EXPECT_TRUE(coarse.cpus[0].seen);
  EXPECT_EQ(report.find("CPU 0    not recorded"), std::string::npos);
  // The file has no data of the other.
  EXPECT_NE(report.find("CPU 1    not recorded"), std::string::npos) << report;
}

// Of CPU 1, the file of the channel with the switches is missing, while its other channel is there.
TEST(Scheduling, ACpuOfLttngWithoutItsSwitchesIsNotRecorded) {
  auto whole = openLocalFiles({test::dataPath("lttng/busy/data")});
  ASSERT_TRUE(whole);
  FileSet files;
  for (const FileEntry& file : whole->files())
    if (file.baseName() != "kernel_1") files.add(file.path, file.source);
  for (uint32_t workers : {1u, 3u}) {
    test::LocalSession local(workers);
    local.open(files);
    const Scheduling found = schedulingOf(local);
    ASSERT_EQ(found.cpus.size(), 2u);
    EXPECT_GT(found.recordedOf(found.cpus[0]), 0);
    EXPECT_EQ(found.recordedOf(found.cpus[1]), 0);
    EXPECT_FALSE(found.cpus[1].tells());
    EXPECT_EQ(found.atMost, found.latencyCount);
    const auto& warnings = local.session.index().warnings();
    EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(), [](const Warning& one) {
      return one.file.ends_with("kernel_1") && one.expected == "the switches of CPU 1";
    }));
  }
}

// The recorder makes a file for each task.
TEST(Scheduling, AFileOfCallsThatIsMissingIsTold) {
  Altered altered([](FileEntry& file, std::vector<std::byte>& bytes) {
    if (file.baseName() == "1645.dat") bytes.clear();
  });
  const auto& warnings = altered.index().warnings();
  EXPECT_TRUE(
      std::any_of(warnings.begin(), warnings.end(), [](const Warning& one) { return one.file.ends_with("1645.dat"); }));
}

// The file ends before the data of CPU 1 begin.
TEST(Scheduling, ACpuWhoseDataAreCutOffIsListed) {
  for (uint32_t workers : {1u, 3u}) {
    std::string report, json;
    const Scheduling found = scheduled("v6-sched-syscalls", {}, report, json, 317440, workers);
    ASSERT_EQ(found.cpus.size(), 2u);
    // What is lost of CPU 0 follows its last record.
    EXPECT_EQ(found.recordedOf(found.cpus[0]), 2520115);
    EXPECT_EQ(found.recordedOf(found.cpus[1]), 0);
    EXPECT_NE(report.find("CPU 1    not recorded"), std::string::npos) << report;
    EXPECT_NE(json.find("\"cpu\": 1, \"busy\": null, \"recorded\": 0"), std::string::npos) << json;
  }
}

// The machine is given a third CPU, without data. What the recorder says of it tells whether it had any.
TEST(Scheduling, ACpuOnWhichNothingHappenedHidesNothing) {
  auto recorded = openLocalFiles({test::samplesPath("tracecmd") + "/v7-none-sched/trace.dat"});
  ASSERT_TRUE(recorded.ok());
  const std::vector<std::byte> bytes = readAll(*recorded->files()[0].source, 0, 1u << 20, 1u << 20);
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  auto assumed = [](const std::string& file, size_t cpus) {
    test::LocalSession local;
    local.open(test::fileInMemory("trace.dat", file));
    const Scheduling found = schedulingOf(local);
    EXPECT_EQ(found.cpus.size(), cpus);
    Time sum = 0;
    for (const ThreadScheduling& one : found.threads) sum += one.allAssumed();
    return sum;
  };
  const Time before = assumed(text, 2);
  // Options of trace-cmd.dat.v7(5): CPUCOUNT, and UNAME, which becomes a further CPUSTAT.
  const size_t count = text.find(std::string("\x08\0\x04\0\0\0\x02\0\0\0", 10)), uname = text.find("Linux vm");
  ASSERT_NE(count, std::string::npos);
  ASSERT_NE(uname, std::string::npos);
  text[count + 6] = 3;
  EXPECT_GT(assumed(text, 3), 100 * before);
  const std::string_view statistics = "CPU: 2\nentries: 0\n";
  text[uname - 6] = 2;
  text.replace(uname, statistics.size(), statistics);
  text.replace(uname + statistics.size(), 8, 8, '\n');
  EXPECT_EQ(assumed(text, 3), before);
}

// The switches out of the idle thread are missing in the instance with the switches.
TEST(Scheduling, SaysForHowLongMissingSwitchesHideWhoRan) {
  std::string report, json;
  const Scheduling found = scheduled("v7-instances", {}, report, json);
  ASSERT_EQ(found.cpus.size(), 2u);
  EXPECT_EQ(found.recordedOf(found.cpus[1]), 180808137);
  EXPECT_EQ(found.cpus[1].hidden, 49811135);
  EXPECT_EQ(report.find("Where switches of a CPU are missing"), 0u);
  EXPECT_NE(report.find("not known for 49811135 more: switches are missing"), std::string::npos);
  EXPECT_NE(json.find("\"hidden\": 49811135"), std::string::npos);
}

// Figures of a recording of uftrace do not depend on what lies beside it, minutes away.
TEST(Scheduling, CpusOfTracesOpenedTogetherAreRecordedWithinTheirOwn) {
  const std::string uftrace = test::samplesPath("uftrace") + "/sched/uftrace.data";
  auto told = [](const std::vector<std::string>& paths) {
    std::vector<std::pair<Time, Time>> out;
    auto files = openLocalFiles(paths);
    if (!files) return out;
    test::LocalSession local(2);
    local.open(*files);
    local.finish();
    const Scheduling found = schedulingOf(local);
    for (const CpuScheduling& cpu : found.cpus)
      if (cpu.machine.empty() || cpu.machine == "uftrace.data") out.emplace_back(cpu.busy, found.recordedOf(cpu));
    return out;
  };
  const auto alone = told({uftrace});
  EXPECT_EQ(alone, (std::vector<std::pair<Time, Time>>{{26271988, 30569401}, {29324, 30569401}}));
  EXPECT_EQ(told({test::samplesPath("tracecmd") + "/lost-overwrite/trace.dat", uftrace}), alone);
}

// The recorder leaves out the files of CPUs that were not used: only switches that contradict each other are a loss.
TEST(Scheduling, AMissingPerfFileIsToldWhereSwitchesDoNotFit) {
  auto all = openLocalFiles({test::samplesPath("uftrace") + "/sched/uftrace.data"});
  ASSERT_TRUE(all.ok());
  for (const char* without : {"", "perf-cpu0.dat"}) {
    FileSet files;
    for (const FileEntry& file : all->files())
      if (file.baseName() != without) files.add(file.path, file.source);
    test::LocalSession local(2);
    local.open(files);
    local.finish();
    const std::vector<Warning>& warnings = local.session.index().warnings();
    const auto told = std::count_if(warnings.begin(), warnings.end(), [](const Warning& one) {
      return one.found == "none of CPU 0, and switches of a task that do not fit together";
    });
    EXPECT_EQ(told, *without == '\0' ? 0 : 1);
  }
}

// What is open when a program executes another one ends there: the times are those of the records PERF_RECORD_COMM with
// PERF_RECORD_MISC_COMM_EXEC (linux/perf_event.h) in the perf files.
TEST(Calls, EndWhenTheProgramIsReplaced) {
  auto files = openLocalFiles({test::samplesPath("uftrace") + "/forkexec/uftrace.data"});
  ASSERT_TRUE(files.ok());
  test::LocalSession local;
  local.open(*files);
  local.finish();
  const TraceIndex& index = local.session.index();
  std::map<int64_t, Time> ends;
  std::vector<Mark> marks;
  for (TrackId track = 0; track < index.tracks().size(); ++track) {
    if (index.tracks()[track].key.kind != TrackKind::Thread) continue;
    marks.clear();
    local.session.query(track, index.begin(), index.end(), 0, marks);
    for (const Mark& mark : marks) {
      if (index.names().view(mark.name) != "execl") continue;
      EXPECT_NE(mark.flags & kMarkNoDuration, 0);
      ends[index.tracks()[track].key.tid] = mark.end;
    }
  }
  EXPECT_EQ(ends, (std::map<int64_t, Time>{{2371, 1814243238976}, {2391, 1814433750925}}));
}

}  // namespace
}  // namespace tp
