// uftrace directories against `uftrace dump`, record by record.
#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>

#include "core/analysis/function_stats.h"
#include "core/decode/stream_driver.h"
#include "core/formats/registry.h"
#include "core/io/cursor.h"
#include "core/io/local_files.h"
#include "core/text/number_text.h"
#include "tests/support/calls.h"
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
    // uftrace prints an ABI tag as if it were a name in a scope.
    if (size_t tag = name.find("::cxx11("); tag != std::string::npos) name.replace(tag, 7, "[abi:cxx11]");
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
        if (!isRow(batch.records[i])) continue;
        EventRow row;
        driver.decoder().describe(batch.records[i], row);
        if (row.name.rfind("linux:", 0) == 0) continue;
        std::string text = row.kind == "lost"
                               ? "lost"
                               : std::to_string(row.time) + " " + std::string(row.kind) + " " + std::string(row.name) +
                                     "(" + hexText(row.addr) + ") " + std::to_string(row.depth);
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
    expectAsDumped(test::sourcePath(std::string("assets/samples/") + name + "/data"),
                   test::readFile(test::dataPath(std::string("uftrace/") + name + ".dump.txt")));
}

TEST(UftraceGolden, RecordedSamples) {
  std::string root = test::samplesPath("uftrace");
  // Those that uftrace crashes on, refuses or shows in part have tests of their own (uftrace_salvage_test.cpp).
  const std::set<std::string> others = {"callsite",   "killed-recorder", "diskfull",      "no-info",
                                        "static-pie", "kernel-synth",    "deep1500-depth"};
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    std::string folder = entry.path().string();
    if (!entry.is_directory() || others.count(entry.path().filename().string()) > 0) continue;
    expectAsDumped(folder + "/uftrace.data", test::readFile(folder + "/ref/dump.txt"));
    ++compared;
  }
  EXPECT_GE(compared, 70);
}

// A figure as uftrace prints it: three decimals of a unit.
struct Figure {
  double value = 0;
  double unit = 1;  // ns

  explicit Figure(std::string_view cell) {
    std::string text(cell);
    char name[8] = {};
    if (std::sscanf(text.c_str(), " %lf %7s", &value, name) < 1) return;
    std::string unitName = name;
    unit = unitName == "us" ? 1e3 : unitName == "ms" ? 1e6 : unitName == "s" ? 1e9 : 6e10;
  }
  bool is(int64_t ns) const { return std::abs(static_cast<double>(ns) / unit - value) < 0.0011; }
};

// What `uftrace report` prints of every function: total, self, least, most, average, calls.
int compareReport(const std::string& folder, const std::set<std::string>& exceptions) {
  auto files = openLocalFiles({folder + "/uftrace.data"});
  if (!files) return 0;
  CallScope scope;
  scope.stacks = false;
  test::TraceCalls calls = test::callsOf(*files, scope);
  std::map<std::string, FunctionStats> rows;
  for (const FunctionStats& row : makeFunctionTable(calls.profile, calls.reader->names()).rows)
    rows[std::string(calls.reader->names().view(row.name))] = row;
  std::string report = test::readFile(folder + "/ref/report-all.txt");
  LineCursor lines(report);
  int compared = 0;
  constexpr size_t kCell = 12, kCallsAt = 8 * kCell, kNameAt = 110;
  for (std::string_view line; lines.next(line);) {
    if (line.size() <= kNameAt || line.find("====") != std::string_view::npos || line.find("Total") < kCell) continue;
    std::string name(line.substr(kNameAt));
    if (exceptions.count(name) > 0) continue;
    auto cell = [&](size_t column) { return line.substr(2 + column * kCell, kCell - 2); };
    const FunctionStats& row = rows[name];
    ++compared;
    // The reference counts calls that did not end up to the end of the thread, and returns without a call.
    if (row.open + row.unbegun > 0) {
      EXPECT_TRUE(Figure(cell(0)).is(row.total + row.openTotal)) << folder << " " << name;
      EXPECT_TRUE(Figure(cell(4)).is(row.self + row.openSelf)) << folder << " " << name;
      const int64_t calls = number(line.substr(2 + kCallsAt, kCell));
      EXPECT_GE(calls, static_cast<int64_t>(row.calls)) << folder << " " << name;
      EXPECT_LE(calls, static_cast<int64_t>(row.calls + row.open + row.unbegun)) << folder << " " << name;
      continue;
    }
    const std::pair<size_t, int64_t> figures[] = {
        {0, row.total}, {1, row.average()}, {2, row.min}, {3, row.max}, {4, row.self}};
    for (const auto& [column, ours] : figures)
      EXPECT_TRUE(Figure(cell(column)).is(ours)) << folder << " " << name << " column " << column << ": " << ours;
    EXPECT_EQ(number(line.substr(2 + kCallsAt, kCell)), static_cast<int64_t>(row.calls)) << folder << " " << name;
  }
  return compared;
}

TEST(UftraceGolden, FunctionsAreThoseOfReport) {
  std::string root = test::samplesPath("uftrace");
  // Deeper calls than uftrace looks at; an end on another CPU that it loses.
  const std::set<std::string> others = {"deep1500-depth", "kernel-synth"};
  int compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    std::string name = entry.path().filename().string();
    if (!entry.is_directory() || others.count(name) > 0 ||
        !std::filesystem::exists(entry.path() / "ref/report-all.txt"))
      continue;
    // A child's return from fork() takes over the time of the scheduler there, and without a name.
    std::set<std::string> exceptions;
    // An exit() lasts until the thread's end, which is recorded, and not until that of the trace.
    if (name == "forkexec") exceptions = {"fork", "linux:schedule", "exit"};
    if (name == "sched-kernel-event") exceptions = {"<0>"};
    compared += compareReport(entry.path().string(), exceptions);
  }
  EXPECT_GT(compared, 1300);
}

// Calls as `uftrace report` counts them.
TEST(UftraceGolden, ReportCounts) {
  for (const char* name : {"kitchen", "family"}) {
    auto files = openLocalFiles({test::sourcePath(std::string("assets/samples/") + name + "/data")});
    ASSERT_TRUE(files);
    test::LocalSession local(2);
    local.open(*files);
    local.session.requestCalls({});
    local.finish();
    ASSERT_NE(local.session.calls(), nullptr);
    std::map<std::string, int64_t> calls;
    for (const FunctionStats& row : local.session.calls()->functions.rows)
      calls[std::string(local.session.index().names().view(row.name))] +=
          static_cast<int64_t>(row.calls + row.open + row.unbegun);

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
