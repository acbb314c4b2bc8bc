// What is told of records without their words, against their words.
#include <gtest/gtest.h>

#include "core/analysis/row_test.h"
#include "core/decode/stream_driver.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "tests/support/each_trace.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

constexpr size_t kMaxRecords = 2000;  // of a stream

// Calls `seen(driver, batch)` until enough were seen.
template <class Seen>
void eachBatch(TraceReader& reader, const FileSet& files, size_t stream, Seen&& seen) {
  StreamDriver driver(reader, stream);
  RecordBatch batch;
  for (size_t records = 0; records < kMaxRecords; records += batch.count) {
    bool more = driver.pull(batch, files, size_t{1} << 20) != RecordDriver::Step::End;
    seen(driver, batch);
    if (!more) return;
  }
}

// Some that are nowhere, and parts of what is there.
std::vector<std::string> textsFor(TraceReader& reader, const FileSet& files) {
  std::vector<std::string> texts = {"no such name", "zq", "-1", "worker", "0x", "%"};
  uint32_t seed = 5;
  auto random = [&seed](size_t below) { return (seed = seed * 1664525 + 1013904223) / 65536 % below; };
  EventRow row;
  for (size_t stream = 0; stream < reader.streams().size() && texts.size() < 60; ++stream) {
    eachBatch(reader, files, stream, [&](StreamDriver& driver, const RecordBatch& batch) {
      for (uint32_t i = 0; i < batch.count; i += 1 + static_cast<uint32_t>(random(200))) {
        if (!isRow(batch.records[i])) continue;
        row.clear();
        driver.describe(batch, i, row);
        for (std::string_view words : {std::string_view(row.args), row.comm, row.syscall}) {
          if (words.empty()) continue;
          size_t begin = random(words.size());
          texts.emplace_back(words.substr(begin, 1 + random(9)));
        }
        texts.push_back(std::to_string(row.tid));
      }
    });
  }
  if (texts.size() > 60) texts.resize(60);
  return texts;
}

TEST(WantedText, RecordsThatHoldItAreNeverPassedOver) {
  uint64_t held = 0, passed = 0;
  for (const std::string& path : test::eachTrace(0)) {
    auto files = openLocalFiles({path});
    if (!files) continue;
    auto reader = openTrace(*files);
    if (!reader) continue;
    EventRow row;
    std::vector<RowTest> tests;
    for (const std::string& text : textsFor(**reader, *files)) {
      FilterError error;
      if (auto test = RowTest::compile({RowQuery::Kind::Text, text}, {}, error)) tests.push_back(std::move(*test));
    }
    for (size_t stream = 0; stream < (*reader)->streams().size(); ++stream) {
      eachBatch(**reader, *files, stream, [&](StreamDriver& driver, const RecordBatch& batch) {
        for (const RowTest& test : tests) {
          driver.setNeedle(*test.text());
          for (uint32_t i = 0; i < batch.count; ++i) {
            if (!isRow(batch.records[i])) continue;
            if (driver.mayMatch(batch, i)) {
              ++held;
              continue;
            }
            ++passed;
            row.clear();
            driver.describe(batch, i, row);
            row.name = {};
            ASSERT_FALSE(test.matches(row)) << path << ": " << test.text()->letters << " in " << row.args;
          }
        }
      });
    }
  }
  EXPECT_GT(held, 1000u);
  EXPECT_GT(passed, 10000u);
}

TEST(WantedText, TheLongestRunOfLettersThatNoNumberHas) {
  EXPECT_EQ(WantedText("kworker/0:1").letters, "kwork");
  EXPECT_EQ(WantedText("0xdeadbeef").letters, "");
  EXPECT_EQ(WantedText("Sim").letters, "Sim");
  EXPECT_EQ(WantedText("-12").number, std::optional<int64_t>(-12));
  EXPECT_EQ(WantedText("12 ").number, std::nullopt);
}

}  // namespace
}  // namespace tp
