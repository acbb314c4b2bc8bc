// XRay logs of more threads than are kept apart, and the threads of one CPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/decode/record_driver.h"
#include "core/formats/registry.h"
#include "core/formats/xray/buffers.h"
#include "core/formats/xray/shared.h"
#include "core/formats/xray/thread_stack.h"
#include "core/trace/not_recorded.h"
#include "tests/support/decode_all.h"
#include "tests/support/heap.h"
#include "tests/support/many_threads.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

// A vector that is searched from its beginning.
class PlainStack {
 public:
  void push(TrackId thread) {
    erase(thread);
    threads.push_back(thread);
  }
  void erase(TrackId thread) { threads.erase(std::remove(threads.begin(), threads.end(), thread), threads.end()); }
  std::vector<TrackId> threads;
};

TEST(XrayThreadStack, IsAVectorThatIsSearched) {
  for (uint32_t threads : {4u, 40u, 400u}) {
    std::mt19937 random(threads);
    xray::ThreadStack stack;
    PlainStack expected;
    for (int i = 0; i < 4000; ++i) {
      const TrackId thread = random() % threads;
      // It grows, and shrinks again.
      if (random() % 100 < (i < 2000 ? 70u : 20u)) {
        stack.push(thread);
        expected.push(thread);
      } else {
        stack.erase(thread);
        expected.erase(thread);
      }
      ASSERT_EQ(stack.empty(), expected.threads.empty());
      if (!stack.empty()) {
        ASSERT_EQ(stack.back(), expected.threads.back());
      }
      if (i % 50 == 0) {
        ASSERT_EQ(stack.all(), expected.threads);
      }
    }
    xray::ThreadStack again;
    again.assign(stack.all());
    EXPECT_EQ(again.all(), expected.threads);
  }
}

// Thread 12 has two buffers; the damage is in the one that it filled first.
TEST(XrayDamage, WhatIsLostOfABufferIsDrawnAsNotRecorded) {
  std::string log = test::readFile(test::dataPath("xray/fdr-v5.xray"));
  ASSERT_GT(log.size(), 3200u);
  std::fill_n(log.begin() + 3136, 16, '\xff');
  const FileSet files = test::fileInMemory("log.xray", log);
  auto reader = openTrace(files);
  ASSERT_TRUE(reader);
  const test::Decoded decoded = test::decodeStream(**reader, files, 1, 4096);
  const std::vector<Record>& records = decoded.records;
  const auto lost = std::find_if(records.begin(), records.end(),
                                 [](const Record& record) { return record.kind == RecordKind::Lost; });
  ASSERT_NE(lost, records.end());
  EXPECT_EQ(lost->value, -1);
  EXPECT_FALSE(isRow(*lost));
  ASSERT_NE(lost, records.begin());
  EXPECT_EQ(lost->time, (lost - 1)->time);
  ASSERT_GT(records.end() - lost, 2);
  const Record& drawn = lost[1];
  EXPECT_EQ(drawn.kind, RecordKind::Slice);
  EXPECT_EQ((*reader)->names().view(drawn.name), kNotRecordedSlice);
  EXPECT_EQ(drawn.value, lost->time);
  const auto next = std::find_if(lost + 2, records.end(), isRow);
  ASSERT_NE(next, records.end());
  EXPECT_EQ(drawn.time, next->time);
  EXPECT_EQ(std::count_if(records.begin(), records.end(),
                          [](const Record& record) { return record.kind == RecordKind::Lost; }),
            1);
}

TEST(ManyThreads, BeyondTheBoundAreCounted) {
  const uint32_t threads = xray::kMaxThreads + 3;
  if (test::fewer(threads) < threads) GTEST_SKIP() << "takes long here";
  FileEntry file{"log.xray", std::make_shared<MemorySource>(std::string_view(test::fdrLog(threads))), 0};
  xray::LogHeader header;
  ASSERT_TRUE(xray::readLogHeader(readAll(*file.source, 0, 128), file.source->size(), header));
  WarningLog warnings;
  xray::WallAnchor wall;
  EXPECT_EQ(xray::findFdrBuffers(file, header, wall, warnings).size(), xray::kMaxThreads);
  ASSERT_EQ(warnings.kept().size(), 1u);
  EXPECT_NE(warnings.kept()[0].text().find("3 more, which are left out"), std::string::npos)
      << warnings.kept()[0].text();
}

TEST(ManyThreads, BeyondTheBoundAreToldOfByABasicLog) {
  const uint32_t threads = xray::kMaxThreads + 3;
  if (test::fewer(threads) < threads) GTEST_SKIP() << "takes long here";
  const FileSet files = test::fileInMemory("log.xray", test::basicLog(threads, 1));
  auto reader = openTrace(files);
  ASSERT_TRUE(reader);
  std::unique_ptr<RecordDriver> driver = makeDriver(**reader, 0);
  RecordBatch batch;
  uint64_t records = 0, drawn = 0;
  while (driver->pull(batch, files) == RecordDriver::Step::Batch) {
    records += batch.count;
    drawn += static_cast<uint64_t>(std::count_if(batch.records.begin(), batch.records.begin() + batch.count,
                                                 [](const Record& record) { return record.track != kNoTrack; }));
  }
  EXPECT_EQ(records, uint64_t{threads} * 2);
  EXPECT_EQ(drawn, uint64_t{xray::kMaxThreads} * 2);
  // Each of the six records.
  EXPECT_EQ((*reader)->warnings().total(), 6u);
  ASSERT_EQ((*reader)->warnings().kept().size(), 1u);
  EXPECT_NE((*reader)->warnings().kept()[0].text().find("is not drawn"), std::string::npos);
}

}  // namespace
}  // namespace tp
