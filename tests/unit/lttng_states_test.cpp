// What the LTTng reader says of processes, on a trace that was made for it: tests/data/lttng/make_states.py.
#include <gtest/gtest.h>

#include "core/decode/record_driver.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "tests/support/samples.h"

namespace tp::lttng {
namespace {

class LttngStatesMade : public testing::Test {
 protected:
  void SetUp() override {
    files_ = std::move(*openLocalFiles({test::dataPath("lttng/states/data")}));
    auto opened = openTrace(files_);
    ASSERT_TRUE(opened);
    reader_ = std::move(*opened);
    RecordBatch batch;
    auto driver = makeDriver(*reader_, reader_->streams().size());
    while (driver->pull(batch, files_) == RecordDriver::Step::Batch)
      for (uint32_t i = 0; i < batch.count; ++i) records_.push_back(batch.records[i]);
  }

  std::vector<Record> on(TrackKind kind, int64_t tid) const {
    std::vector<Record> out;
    for (const Record& record : records_) {
      const TrackKey& key = reader_->tracks()[record.track].key;
      if (key.kind == kind && key.tid == tid) out.push_back(record);
    }
    return out;
  }
  const Track& thread(int64_t tid) const {
    return reader_->tracks()[reader_->tracks().find({TrackKind::Thread, -1, tid, -1, ""})];
  }
  std::string_view name(const Record& record) const { return reader_->names().view(record.name); }

  FileSet files_;
  std::unique_ptr<TraceReader> reader_;
  std::vector<Record> records_;
};

TEST_F(LttngStatesMade, FunctionsAreACallStack) {
  std::vector<Record> found = on(TrackKind::Thread, 300);
  // The call in which the state dump found it, two functions within it; the exit of a third ends nothing.
  ASSERT_EQ(found.size(), 5u);
  EXPECT_EQ(name(found[1]), "0x8048100");
  EXPECT_EQ(found[1].depth, 1);
  EXPECT_EQ(name(found[2]), "0x8048200");
  EXPECT_EQ(found[2].depth, 2);
  EXPECT_EQ(found[3].kind, RecordKind::End);
  EXPECT_EQ(found[3].depth, 2);
  EXPECT_EQ(found[4].depth, 1);
  EXPECT_EQ(found[3].time - found[2].time, 2000);
}

TEST_F(LttngStatesMade, BrandsStandBesideNames) {
  EXPECT_EQ(thread(300).name, "server");
  EXPECT_EQ(thread(300).detail, "300, acceptor");
}

TEST_F(LttngStatesMade, KernelThreadsByTheirFunction) {
  EXPECT_EQ(thread(2).name, "kthreadd");
  EXPECT_EQ(thread(40).name, "kernel thread 0xc0152340");
}

TEST_F(LttngStatesMade, RequestsOverlap) {
  std::vector<Record> found = on(TrackKind::Async, -1);
  ASSERT_EQ(found.size(), 3u);
  // A completion without an issue is one of unknown length.
  std::vector<Record> known;
  for (const Record& record : found)
    if (!record.lacksBegin()) known.push_back(record);
  found = known;
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(name(found[0]), "write request");
  EXPECT_EQ(found[0].depth, 1);
  EXPECT_EQ(found[0].time - found[0].value, 3000);
  EXPECT_EQ(name(found[1]), "read request");
  EXPECT_EQ(found[1].depth, 0);
  EXPECT_EQ(found[1].time - found[1].value, 6000);
}

TEST_F(LttngStatesMade, PacketsAreInstantsOfWhoSendsThem) {
  size_t packets = 0;
  for (const Record& record : on(TrackKind::Events, 300)) packets += name(record) == "net.dev_xmit";
  EXPECT_EQ(packets, 1u);
}

}  // namespace
}  // namespace tp::lttng
