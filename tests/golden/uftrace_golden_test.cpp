// uftrace directories against `uftrace dump`, record by record.
#include <gtest/gtest.h>

#include <charconv>
#include <filesystem>
#include <map>
#include <set>

#include "core/formats/registry.h"
#include "core/index/stream_driver.h"
#include "core/io/cursor.h"
#include "core/io/local_files.h"
#include "tests/support/gunzip.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

// One record as both sides write it: "time kind name(address) depth".
using PerTask = std::map<int64_t, std::vector<std::string>>;

int64_t number(std::string_view text) {
  while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
  int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// "2480.975367597     2917: [entry] main(563d741c2070) depth: 0"
PerTask parseDump(const std::string& dump) {
  PerTask tasks;
  LineCursor lines(dump);
  for (std::string_view line; lines.next(line);) {
    size_t dot = line.find('.'), colon = line.find(": ["), close = line.find("] ", colon),
           depth = line.rfind(" depth: ");
    if (dot == std::string_view::npos || colon == std::string_view::npos || close == std::string_view::npos ||
        depth == std::string_view::npos || dot > 12)
      continue;
    std::string_view kind = line.substr(colon + 3, close - colon - 3);
    while (!kind.empty() && kind.back() == ' ') kind.remove_suffix(1);
    std::string name(line.substr(close + 2, depth - close - 2));
    // uftrace takes an ABI tag for a part of the name, which nobody wrote.
    if (size_t tag = name.find("::cxx11("); tag != std::string::npos) name.erase(tag, 7);
    if (name.rfind("linux:", 0) == 0) continue;
    int64_t time = number(line.substr(0, dot)) * 1000000000 + number(line.substr(dot + 1, 9));
    std::string text = kind == "lost" ? "lost"
                                      : std::to_string(time) + " " + std::string(kind) + " " + name + " " +
                                            std::to_string(number(line.substr(depth + 8)));
    tasks[number(line.substr(dot + 10, colon - dot - 10))].push_back(text);
  }
  return tasks;
}

PerTask decode(const FileSet& files) {
  PerTask tasks;
  auto reader = openTrace(files);
  if (!reader) return tasks;
  for (size_t stream = 0; stream < (*reader)->streams().size(); ++stream) {
    StreamDriver driver(**reader, stream);
    RecordBatch batch;
    while (driver.pull(batch, files) == StreamDriver::Step::Batch) {
      for (uint32_t i = 0; i < batch.count; ++i) {
        if ((batch.records[i].flags & kDerived) != 0) continue;
        EventRow row;
        driver.decoder().describe(batch.records[i], row);
        if (row.name.rfind("linux:", 0) == 0) continue;
        std::string text = row.kind == "lost"
                               ? "lost"
                               : std::to_string(row.time) + " " + std::string(row.kind) + " " + std::string(row.name) +
                                     "(" + std::string(row.addr) + ") " + std::to_string(row.depth);
        tasks[row.tid].push_back(text);
      }
    }
  }
  return tasks;
}

void expectAsDumped(const std::string& path, const std::string& dump) {
  auto files = openLocalFiles({path});
  ASSERT_TRUE(files) << path;
  PerTask expected = parseDump(dump), found = decode(*files);
  ASSERT_FALSE(expected.empty()) << path;
  for (const auto& [tid, records] : expected) {
    const std::vector<std::string>& ours = found[tid];
    ASSERT_EQ(ours.size(), records.size()) << path << " task " << tid;
    for (size_t i = 0; i < records.size(); ++i)
      ASSERT_EQ(ours[i], records[i]) << path << " task " << tid << " record " << i;
  }
}

TEST(UftraceGolden, OwnRecordings) {
  for (const char* name : {"kitchen", "family"})
    expectAsDumped(std::string(TP_SOURCE_DIR) + "/assets/samples/" + name + "/data",
                   test::readFile(test::dataPath(std::string("uftrace/") + name + ".dump.txt")));
}

TEST(UftraceGolden, RecordedSamples) {
  std::string root = test::samplesPath("uftrace");
  if (root.empty()) GTEST_SKIP() << "the recorded samples are not here: set TP_SAMPLES";
  // Those that uftrace crashes on, refuses or shows in part have tests of their own (uftrace_salvage_test.cpp).
  const std::set<std::string> others = {"_src",    "callsite",   "killed-recorder", "diskfull",
                                        "no-info", "static-pie", "kernel-synth",    "deep1500-depth"};
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    std::string folder = entry.path().string();
    if (!entry.is_directory() || others.count(entry.path().filename().string()) > 0) continue;
    expectAsDumped(folder + "/uftrace.data", test::gunzip(test::readFile(folder + "/ref/dump.txt.gz")));
    ++compared;
  }
  EXPECT_GE(compared, 70);
}

// Calls as `uftrace report` counts them.
TEST(UftraceGolden, ReportCounts) {
  for (const char* name : {"kitchen", "family"}) {
    auto files = openLocalFiles({std::string(TP_SOURCE_DIR) + "/assets/samples/" + name + "/data"});
    ASSERT_TRUE(files);
    test::LocalSession local(2);
    local.open(*files);
    local.session.requestCalls({});
    local.finish();
    ASSERT_NE(local.session.calls(), nullptr);
    std::map<std::string, int64_t> calls;
    for (const FunctionStats& row : local.session.calls()->functions.rows)
      calls[std::string(local.session.index().names().view(row.name))] = static_cast<int64_t>(row.calls);

    std::string report = test::readFile(test::dataPath(std::string("uftrace/") + name + ".report.txt"));
    LineCursor lines(report);
    int compared = 0;
    for (std::string_view line; lines.next(line);) {
      // "  total unit  self unit  calls  name"; scheduling is no function of ours.
      size_t nameAt = line.find_last_of(' ') == std::string_view::npos ? 0 : line.find_first_not_of(' ', 34);
      if (line.size() < 36 || nameAt == std::string_view::npos || line.find("====") != std::string_view::npos) continue;
      size_t end = line.find("  ", 26 + 10);
      std::string function(line.substr(line.find_first_not_of(' ', end)));
      if (function.rfind("linux:", 0) == 0 || calls.count(function) == 0) continue;
      EXPECT_EQ(calls[function], number(line.substr(24, end - 24))) << name << " " << function;
      ++compared;
    }
    EXPECT_GT(compared, 5) << name;
  }
}

}  // namespace
}  // namespace tp
