// XRay logs against `llvm-xray convert`, record by record.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/decode/stream_driver.h"
#include "core/formats/registry.h"
#include "core/io/cursor.h"
#include "core/io/local_files.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

// "tsc thread kind function cpu"; events have no function, and what the reference says of theirs is stale.
std::string line(const EventRow& row) {
  static constexpr std::pair<std::string_view, std::string_view> kKinds[] = {
      {"entry", "function-enter"},         {"entry-args", "function-enter-arg"}, {"exit", "function-exit"},
      {"tail-exit", "function-tail-exit"}, {"custom", "custom-event"},           {"typed", "typed-event"}};
  std::string_view kind = row.kind;
  for (const auto& [ours, theirs] : kKinds)
    if (ours == row.kind) kind = theirs;
  std::string text = std::to_string(row.tsc) + " " + std::to_string(row.tid) + " " + std::string(kind);
  if (kind.rfind("function", 0) == 0) text += " " + std::to_string(row.id) + " " + std::to_string(row.cpu);
  return text;
}

std::vector<std::string> decode(const std::vector<std::string>& paths, std::string (*words)(const EventRow&) = line) {
  std::vector<std::string> out;
  auto files = openLocalFiles(paths);
  auto reader = openTrace(*files);
  if (!reader) return out;
  for (size_t stream = 0; stream < (*reader)->streams().size(); ++stream) {
    StreamDriver driver(**reader, stream);
    RecordBatch batch;
    while (driver.pull(batch, *files, 700) == StreamDriver::Step::Batch) {
      for (uint32_t i = 0; i < batch.count; ++i) {
        if (!isRow(batch.records[i])) continue;
        EventRow row;
        driver.decoder().describe(batch.records[i], row);
        out.push_back(words(row));
      }
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

TEST(XrayGolden, EveryVersion) {
  for (const char* name : {"fdr-v1", "fdr-v2", "fdr-v3", "fdr-v4", "fdr-v5", "basic-v3"}) {
    std::string base = test::dataPath(std::string("xray/") + name);
    std::string text = test::readFile(base + ".expected.txt");
    std::vector<std::string> expected;
    LineCursor lines(text);
    for (std::string_view one; lines.next(one);) {
      if (one.empty()) continue;
      std::string kept(one);
      if (kept.find("-event") != std::string::npos) kept = kept.substr(0, kept.find("-event") + 6);
      expected.push_back(kept);
    }
    std::sort(expected.begin(), expected.end());
    ASSERT_GT(expected.size(), 100u) << name;
    std::vector<std::string> found = decode({base + ".xray"});
    ASSERT_EQ(found.size(), expected.size()) << name;
    for (size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], expected[i]) << name << " record " << i;
  }
}

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> out;
  for (;;) {
    size_t end = text.find(at);
    out.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

// As gen/*.expected.tsv of the samples has them: process, thread, CPU, TSC, kind, function, arguments or payload.
std::string tsvLine(const EventRow& row) {
  bool event = row.kind == "custom" || row.kind == "typed";
  std::string kind = row.kind == "entry" ? "enter" : row.kind == "entry-args" ? "enter-arg" : std::string(row.kind);
  if (row.kind == "typed") kind += ":" + std::string(row.name.substr(row.name.rfind(' ') + 1));
  std::string args = row.args;
  args.erase(std::remove(args.begin(), args.end(), ' '), args.end());
  return std::to_string(row.tid) + " " + std::to_string(row.cpu) + " " + std::to_string(row.tsc) + " " + kind + " " +
         (event ? std::string() : std::to_string(row.id)) + " " + args;
}

TEST(XrayGolden, GeneratedLogsOfAllVersionsAndByteOrders) {
  std::string samples = test::samplesPath("xray");
  size_t logs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(samples + "/gen")) {
    if (entry.path().extension() != ".xray") continue;
    ++logs;
    std::string text = test::readFile(entry.path().string() + ".expected.tsv");
    std::vector<std::string> expected;
    LineCursor lines(text);
    for (std::string_view one; lines.next(one);) {
      std::vector<std::string> f = split(one, '\t');
      if (f.size() < 7 || f[0].find_first_not_of("0123456789") != std::string::npos) continue;
      expected.push_back(f[1] + " " + f[2] + " " + f[3] + " " + f[4] + " " + f[5] + " " + f[6]);
    }
    std::sort(expected.begin(), expected.end());
    ASSERT_GT(expected.size(), 100u) << entry.path();
    std::vector<std::string> found = decode({entry.path().string()}, tsvLine);
    ASSERT_EQ(found.size(), expected.size()) << entry.path();
    for (size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], expected[i]) << entry.path() << " record " << i;
  }
  EXPECT_EQ(logs, 14u);
}

// As the compiler's runtime wrote them, against what llvm-xray convert makes of them.
TEST(XrayGolden, RecordedLogs) {
  size_t logs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::samplesPath("xray"))) {
    std::string folder = entry.path().string();
    // It reads none with typed events, whose sizes their writer gets wrong.
    if (!std::filesystem::exists(folder + "/ref/convert.yaml") || folder.ends_with("/fdr-typed")) continue;
    ++logs;
    std::string text = test::readFile(folder + "/ref/convert.yaml");
    std::vector<std::string> expected;
    LineCursor lines(text);
    for (std::string_view one; lines.next(one);) {
      if (one.find("func-id: ") == std::string_view::npos) continue;
      auto field = [&](std::string_view key) {
        size_t at = one.find(key) + key.size();
        return std::string(one.substr(at, one.find_first_of(",} ", at) - at));
      };
      std::string kind = field("kind: "), record = field("tsc: ") + " " + field("thread: ") + " " + kind;
      if (kind.starts_with("function")) record += " " + field("func-id: ") + " " + field("cpu: ");
      expected.push_back(record);
    }
    std::sort(expected.begin(), expected.end());
    ASSERT_FALSE(expected.empty()) << folder;
    EXPECT_EQ(decode({folder + "/log.xray"}), expected) << folder;
  }
  EXPECT_EQ(logs, 18u);
}

TEST(XrayGolden, NamesOfAYamlMap) {
  std::string samples = test::samplesPath("xray");
  std::string text = test::readFile(samples + "/fdr-typed-fixed/ref/convert-sym.yaml");
  std::vector<std::string> expected;
  LineCursor lines(text);
  for (std::string_view one; lines.next(one);) {
    size_t at = one.find("function: '@(");
    if (at != std::string_view::npos && one.find("-event") == std::string_view::npos)
      expected.emplace_back(one.substr(at + 11, one.find('\'', at + 11) - at - 11));
  }
  std::sort(expected.begin(), expected.end());
  std::vector<std::string> found = decode(
      {samples + "/fdr-typed-fixed/log.xray", samples + "/fdr-typed-fixed/instr_map.yaml"},
      [](const EventRow& row) { return row.kind == "custom" || row.kind == "typed" ? "" : std::string(row.name); });
  found.erase(std::remove(found.begin(), found.end(), ""), found.end());
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace tp
