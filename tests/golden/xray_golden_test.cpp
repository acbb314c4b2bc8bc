// XRay logs against `llvm-xray convert`, record by record.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/formats/registry.h"
#include "core/index/stream_driver.h"
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

std::vector<std::string> decode(const std::string& path) {
  std::vector<std::string> out;
  auto files = openLocalFiles({path});
  auto reader = openTrace(*files);
  if (!reader) return out;
  for (size_t stream = 0; stream < (*reader)->streams().size(); ++stream) {
    StreamDriver driver(**reader, stream);
    RecordBatch batch;
    while (driver.pull(batch, *files, 700) == StreamDriver::Step::Batch) {
      for (uint32_t i = 0; i < batch.count; ++i) {
        if ((batch.records[i].flags & kDerived) != 0) continue;
        EventRow row;
        driver.decoder().describe(batch.records[i], row);
        out.push_back(line(row));
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
    std::vector<std::string> found = decode(base + ".xray");
    ASSERT_EQ(found.size(), expected.size()) << name;
    for (size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i], expected[i]) << name << " record " << i;
  }
}

}  // namespace
}  // namespace tp
