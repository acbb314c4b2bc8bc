// Texts of ftrace against the trace.dat files that they were printed from, and against each other: the same events, and
// the same figures of scheduling.
#include <gtest/gtest.h>

#include "core/analysis/event_merge.h"
#include "core/decode/row_fields.h"
#include "core/export/scheduling_text.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
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
  for (const auto& [binary, text] : {std::pair("v7-none.dat", "report.txt"), std::pair("threads.dat", "threads.txt")}) {
    expectSameEvents(root + binary, root + text);
    expectSameScheduling(root + binary, root + text);
  }
}

TEST(FtraceTextGolden, RecordedSamples) {
  const std::string root = test::samplesPath("tracecmd");
  for (const char* name : {"v7-none-sched", "v7-zstd-gcc", "clock-mono", "clock-counter", "split-events", "date-v7",
                           "v6-instances", "v7-instances", "uprobes", "lost-overwrite"}) {
    const std::string folder = root + "/" + name;
    expectSameEvents(folder + "/trace.dat", folder + "/report-noplugins.txt");
    expectSameScheduling(folder + "/trace.dat", folder + "/report-noplugins.txt");
  }
}

// The same buffer, as the kernel prints it and as trace-cmd does: times are rounded to the microsecond by the one.
TEST(FtraceTextGolden, TextOfTheKernel) {
  const std::string root = test::dataPath("ftrace/");
  Rows reported(root + "report.txt.gz"), kernel(root + "trace.txt.gz"), latency(root + "latency.txt.gz"),
      bare(root + "noirq.txt.gz");
  size_t compared = 0;
  while (reported.next()) {
    ASSERT_TRUE(kernel.next() && latency.next() && bare.next()) << compared;
    ASSERT_EQ(kernel.row.time, (reported.row.time + 500) / 1000 * 1000) << compared;
    ASSERT_EQ(bare.row.time, kernel.row.time) << compared;
    for (const EventRow* row : {&kernel.row, &latency.row, &bare.row}) {
      ASSERT_EQ(row->name, reported.row.name) << compared;
      ASSERT_EQ(row->cpu, reported.row.cpu) << compared;
      ASSERT_EQ(row->tid, reported.row.tid) << compared;
      if (row->name != "hrtimer_expire_entry" && row->name != "hrtimer_expire_exit") {
        ASSERT_EQ(squashed(row->words()), squashed(reported.row.words())) << compared;
      }
    }
    ASSERT_EQ(flagsText(kernel.row), flagsText(latency.row)) << compared;
    if (kernel.row.tid > 0) {
      ASSERT_NE(kernel.row.present & EventRow::kPid, 0u) << compared;
    }
    ++compared;
  }
  EXPECT_EQ(compared, 1036u);
  EXPECT_FALSE(kernel.next() || latency.next() || bare.next());
}

}  // namespace
}  // namespace tp
