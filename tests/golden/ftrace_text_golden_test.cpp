// Texts of ftrace against the trace.dat files that they were printed from, and against each other: the same events, and
// the same figures of scheduling.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "core/analysis/event_merge.h"
#include "core/decode/row_fields.h"
#include "core/export/scheduling_text.h"
#include "core/formats/ftrace/arguments.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "tests/support/decode_all.h"
#include "tests/support/samples.h"
#include "tests/support/scheduled_trace.h"

namespace tp {
namespace {

std::string squashed(std::string_view text) {
  std::string out;
  for (char c : text) {
    const bool space = c == ' ' || c == '\t' || c == '\n';
    if (space && (out.empty() || out.back() == ' ')) continue;
    out += space ? ' ' : c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

struct Rows {
  explicit Rows(const std::string& path) {
    auto opened = openLocalFiles({path});
    EXPECT_TRUE(opened) << path;
    if (!opened) return;
    files = std::move(*opened);
    auto read = openTrace(files);
    EXPECT_TRUE(read) << path;
    if (!read) return;
    reader = std::move(*read);
    merge = std::make_unique<EventMerge>(*reader, files);
  }
  bool next() {
    while (merge && merge->next()) {
      merge->describe(row);
      if (row.kind == "event") return true;
    }
    return false;
  }

  FileSet files;
  std::unique_ptr<TraceReader> reader;
  std::unique_ptr<EventMerge> merge;
  EventRow row;
};

// Compares them record by record.
void expectSameEvents(const std::string& binary, const std::string& text) {
  Rows expected(binary), found(text);
  size_t compared = 0;
  while (expected.next()) {
    ASSERT_TRUE(found.next()) << text << ": ends after " << compared << " events";
    ASSERT_EQ(found.row.time, expected.row.time) << text << " event " << compared;
    ASSERT_EQ(found.row.cpu, expected.row.cpu) << text << " event " << compared;
    ASSERT_EQ(found.row.tid, expected.row.tid) << text << " event " << compared;
    ASSERT_EQ(found.row.buffer, expected.row.buffer) << text << " event " << compared;
    ASSERT_EQ(found.row.comm, expected.row.comm) << text << " event " << compared;
    ASSERT_EQ(found.row.name, expected.row.name) << text << " event " << compared;
    // The reference prints D|P|I for every timer_start, whatever its flags are.
    if (found.row.name != "timer_start" && found.row.name != "kernel_stack") {
      ASSERT_EQ(squashed(found.row.words()), squashed(expected.row.words())) << text << " event " << compared;
    }
    ++compared;
  }
  EXPECT_FALSE(found.next()) << text << ": more than " << compared << " events";
  EXPECT_GT(compared, 30u) << text;
}

void expectSameScheduling(const std::string& binary, const std::string& text) {
  test::ScheduledTrace expected(binary), found(text);
  ASSERT_TRUE(expected.found && found.found) << text;
  EXPECT_EQ(schedulingReport(found.ask()->scheduling(), found.local.session.index()),
            schedulingReport(expected.ask()->scheduling(), expected.local.session.index()))
      << text;
}

TEST(FtraceTextGolden, OwnFiles) {
  const std::string root = test::dataPath("tracecmd/");
  // Their scheduling is not compared: the one has no flags, so that who woke a thread is not known, and the other does
  // not print where a woken thread will run.
  for (const auto& [binary, text] : {std::pair("v7-none.dat", "report.txt"), std::pair("threads.dat", "threads.txt")})
    expectSameEvents(root + binary, root + text);
}

TEST(FtraceTextGolden, RecordedSamples) {
  const std::string root = test::samplesPath("tracecmd");
  for (const char* name : {"v7-none-sched", "v7-zstd-gcc", "clock-mono", "clock-counter", "split-events", "date-v7",
                           "v6-instances", "v7-instances", "uprobes", "lost-overwrite"}) {
    const std::string folder = root + "/" + name;
    expectSameEvents(folder + "/trace.dat", folder + "/report-noplugins.txt");
    // The trace.dat says that nothing happened on CPU 0, which has no line in the text.
    if (name != std::string_view("uprobes"))
      expectSameScheduling(folder + "/trace.dat", folder + "/report-noplugins.txt");
  }
}

// Text without flags does not tell whether the thread that ran woke another one, or an interrupt amid it.
TEST(FtraceTextGolden, WithoutFlagsWhoWokeAThreadIsNotKnown) {
  test::ScheduledTrace text(test::dataPath("ftrace/noirq.txt.gz"));
  ASSERT_TRUE(text.found);
  const auto asked = text.ask();
  uint64_t known = 0, unknown = 0;
  for (const Waking& one : asked->scheduling().wakings)
    if (!one.interrupt()) (one.waker == kNoTrack ? unknown : known) += one.count;
  // It has as many records of sched_wakeup_new: only threads make new ones.
  constexpr uint64_t kNew = 6;
  EXPECT_LE(known, kNew);
  EXPECT_GT(unknown, kNew);
  const auto& metadata = text.local.session.index().info().metadata;
  EXPECT_TRUE(std::any_of(metadata.begin(), metadata.end(), [](const auto& one) {
    return one.first == "not in the text" && one.second.find("flags") != std::string::npos;
  }));
}

// Times are rounded to the microsecond, and CPU 1 wakes what CPU 0 runs then: what comes first is told by the lines.
TEST(FtraceTextGolden, OfEqualTimesTheEarlierLineComesFirst) {
  const auto text = [](bool wakingFirst) {
    const std::string waking =
        "          waker-5       [001] d..2.   100.000010: sched_waking: comm=a pid=7 prio=120 target_cpu=000\n";
    const std::string running =
        "         <idle>-0       [000] d..2.   100.000010: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 "
        "prev_state=R ==> next_comm=a next_pid=7 next_prio=120\n";
    return "# tracer: nop\n"
           "         <idle>-0       [001] d..2.   100.000001: sched_switch: prev_comm=swapper/1 prev_pid=0 "
           "prev_prio=120 "
           "prev_state=R ==> next_comm=waker next_pid=5 next_prio=120\n"
           "              a-7       [000] d..2.   100.000002: sched_switch: prev_comm=a prev_pid=7 prev_prio=120 "
           "prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n" +
           (wakingFirst ? waking + running : running + waking) +
           "              a-7       [000] d..2.   100.000020: sched_switch: prev_comm=a prev_pid=7 prev_prio=120 "
           "prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n";
  };
  for (const bool wakingFirst : {true, false}) {
    test::ScheduledTrace trace(test::fileInMemory("trace.txt", text(wakingFirst)));
    ASSERT_TRUE(trace.found);
    const auto asked = trace.ask();
    // A thread that runs already is not woken.
    EXPECT_EQ(asked->scheduling().worst.size(), wakingFirst ? 1u : 0u);
  }
}

struct Event {
  Time time = 0;
  int64_t tid = 0, pid = -1;
  std::string name, args, flags;
};

// Returns the events by CPU: those of two CPUs at the same time are in the order of the CPUs, not of the lines.
std::map<int32_t, std::vector<Event>> eventsOf(const std::string& name) {
  Rows rows(test::dataPath("ftrace/" + name));
  std::map<int32_t, std::vector<Event>> all;
  while (rows.next()) {
    const EventRow& row = rows.row;
    const int64_t pid = (row.present & EventRow::kPid) != 0 ? row.pid : -1;
    // The one prints pointers, the other their hashes.
    const bool hashed = row.name.substr(0, 14) == "hrtimer_expire";
    all[row.cpu].push_back({row.time, row.tid, pid, std::string(row.name), hashed ? "" : squashed(row.words()),
                            (row.present & EventRow::kFlags) != 0 ? flagsText(row) : ""});
  }
  return all;
}

// The same buffer, as the kernel prints it and as trace-cmd does: times are rounded to the microsecond by the one, and
// count from the first event in the latency format.
TEST(FtraceTextGolden, TextOfTheKernel) {
  auto reported = eventsOf("report.txt.gz"), byPlugins = eventsOf("report-l.txt.gz"), kernel = eventsOf("trace.txt.gz"),
       latency = eventsOf("latency.txt.gz"), bare = eventsOf("noirq.txt.gz");
  size_t compared = 0;
  for (const auto& [cpu, events] : reported) {
    for (auto* other : {&byPlugins, &kernel, &latency, &bare}) ASSERT_EQ((*other)[cpu].size(), events.size());
    for (size_t i = 0; i < events.size(); ++i, ++compared) {
      const Event& expected = events[i];
      EXPECT_LE(std::abs(kernel[cpu][i].time - expected.time), 500) << compared;
      EXPECT_EQ(byPlugins[cpu][i].time, expected.time) << compared;
      EXPECT_EQ(bare[cpu][i].time, kernel[cpu][i].time) << compared;
      for (auto* other : {&byPlugins, &kernel, &latency, &bare}) {
        EXPECT_EQ((*other)[cpu][i].name, expected.name) << compared;
        EXPECT_EQ((*other)[cpu][i].tid, expected.tid) << compared;
      }
      // A marker stands behind the name of its function, which the other could not look up.
      if (expected.name != "print") {
        for (auto* other : {&kernel, &latency, &bare}) EXPECT_EQ((*other)[cpu][i].args, expected.args) << compared;
      }
      EXPECT_EQ(latency[cpu][i].flags, kernel[cpu][i].flags) << compared;
      EXPECT_FALSE(kernel[cpu][i].flags.empty()) << compared;
      EXPECT_TRUE(bare[cpu][i].flags.empty()) << compared;
      EXPECT_EQ(bare[cpu][i].pid, kernel[cpu][i].pid) << compared;
      EXPECT_EQ(kernel[cpu][i].pid >= 0, expected.tid > 0) << compared;
    }
  }
  EXPECT_EQ(compared, 1036u);
}

// The option verbose has the same times, in another form, and types before the arguments of system calls.
TEST(FtraceTextGolden, VerboseText) {
  auto plain = eventsOf("plain.txt.gz"), verbose = eventsOf("verbose.txt.gz");
  size_t compared = 0;
  for (const auto& [cpu, events] : plain) {
    ASSERT_EQ(verbose[cpu].size(), events.size());
    compared += events.size();
    for (size_t i = 0; i < events.size(); ++i) {
      EXPECT_EQ(verbose[cpu][i].time, events[i].time) << compared;
      EXPECT_EQ(verbose[cpu][i].tid, events[i].tid) << compared;
      EXPECT_EQ(verbose[cpu][i].name, events[i].name) << compared;
      EXPECT_EQ(verbose[cpu][i].flags, events[i].flags) << compared;
      if (events[i].name != "sys_enter_openat") {
        EXPECT_EQ(verbose[cpu][i].args, events[i].args) << compared;
        continue;
      }
      std::vector<ftrace::Argument> typed, untyped;
      ftrace::argumentsOf("sys_enter_openat", verbose[cpu][i].args, typed);
      ftrace::argumentsOf("sys_enter_openat", events[i].args, untyped);
      for (const char* name : {"dfd", "filename", "flags", "mode"}) {
        EXPECT_EQ(ftrace::valueOf(typed, name), ftrace::valueOf(untyped, name)) << compared;
        EXPECT_FALSE(ftrace::valueOf(typed, name).empty()) << compared;
      }
    }
  }
  EXPECT_EQ(compared, 468u);
}

}  // namespace
}  // namespace tp
