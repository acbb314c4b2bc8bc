// LTTng legacy traces against what their makers put in, and against LTTV's text dump.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "core/analysis/event_merge.h"
#include "core/formats/registry.h"
#include "core/io/cursor.h"
#include "core/io/local_files.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

// "ns <tab> file <tab> kind <tab> name <tab> fields"; of lost records the fields are their count.
std::vector<std::string> decode(const std::string& path) {
  std::vector<std::string> out;
  auto files = openLocalFiles({path});
  if (!files) return out;
  auto reader = openTrace(*files);
  if (!reader) return out;
  EventMerge merge(**reader, *files);
  EventRow row;
  while (merge.next()) {
    merge.describe(row);
    if ((row.present & EventRow::kCount) != 0) row.args = std::to_string(row.count);
    if ((row.present & EventRow::kCountUnknown) != 0) row.args = "?";
    std::string line = std::to_string(row.time);
    for (std::string_view part : {row.stream, row.kind, row.name, std::string_view(row.args)}) (line += '\t') += part;
    out.push_back(std::move(line));
  }
  std::sort(out.begin(), out.end());
  return out;
}

// The test names the first difference only: the lists are long.
void expectSame(const std::vector<std::string>& found, std::vector<std::string> expected, const std::string& name) {
  std::sort(expected.begin(), expected.end());
  for (size_t i = 0; i < std::min(found.size(), expected.size()); ++i)
    ASSERT_EQ(found[i], expected[i]) << name << " record " << i;
  ASSERT_EQ(found.size(), expected.size()) << name;
}

TEST(LttngGolden, EveryLayout) {
  // Of the versions before 1.0 no reader is left to check against: they are as documented, and as we understand that.
  for (const char* name : {"2.6-le", "2.6-be", "1.0", "states", "0.8", "0.7-be", "0.3"}) {
    std::string folder = test::dataPath(std::string("lttng/") + name);
    std::string text = test::readFile(folder + "/expected.txt");
    std::vector<std::string> expected;
    LineCursor lines(text);
    for (std::string_view line; lines.next(line);) expected.emplace_back(line);
    ASSERT_GT(expected.size(), 30u) << name;
    expectSame(decode(folder + "/data"), expected, name);
  }
}

int64_t number(std::string_view text) {
  int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// "kernel.irq_exit: 179611.825226588 (/a/b/kernel_0), 0, ..., MODE_UNKNOWN { handled = 1 }"; false: no such line, but
// what follows a newline in a string of the line before.
bool parseHead(std::string_view line, std::string& out) {
  size_t colon = line.find(": "), open = line.find(" (", colon), close = line.find(')', open);
  if (close == std::string_view::npos || line.substr(0, colon).find(' ') != std::string_view::npos) return false;
  std::string_view time = line.substr(colon + 2, open - colon - 2), path = line.substr(open + 2, close - open - 2);
  size_t dot = time.find('.');
  if (dot == std::string_view::npos || time.size() - dot != 10) return false;
  int64_t ns = number(time.substr(0, dot)) * 1000000000 + number(time.substr(dot + 1));
  out = std::to_string(ns) + '\t' + std::string(path.substr(path.rfind('/') + 1)) + "\tevent\t" +
        std::string(line.substr(0, colon)) + '\t';
  size_t brace = line.find(" { ", close);
  if (brace != std::string_view::npos) out += line.substr(brace + 3);
  return true;
}

std::vector<std::string> dumped(const std::string& path) {
  std::vector<std::string> out;
  std::string text = test::readFile(path);
  LineCursor lines(text);
  std::string head;
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with("End trace") || line.starts_with("Traceset statistics")) break;
    if (parseHead(line, head)) {
      out.push_back(head);
    } else if (!out.empty() && !line.empty()) {
      (out.back() += '\n') += line;
    }
  }
  for (std::string& record : out)
    if (record.ends_with(" }")) record.resize(record.size() - 2);
  return out;
}

std::vector<std::string> folders(const std::string& root) {
  std::vector<std::string> out;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(root, error))
    if (entry.is_directory(error)) out.push_back(entry.path().string());
  std::sort(out.begin(), out.end());
  return out;
}

TEST(LttngGolden, GeneratedTraces) {
  std::string samples = test::samplesPath("lttng");
  size_t compared = 0;
  for (const char* kind : {"/gen-2x", "/gen-2008"}) {
    for (const std::string& folder : folders(samples + kind)) {
      // The LTTV of 2008 mixes up the fields of events that several files have.
      if (folder.ends_with("-3cpu")) continue;
      expectSame(decode(folder), dumped(folder + ".dump.txt"), folder);
      ++compared;
    }
  }
  EXPECT_EQ(compared, 18u);
}

}  // namespace
}  // namespace tp
