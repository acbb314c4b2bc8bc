// Recordings of perf that were made by hand (tests/data/perf/make.py), and the parts that read them.
#include <gtest/gtest.h>

#include "core/decode/stream_driver.h"
#include "core/formats/perf/processes.h"
#include "core/formats/perf/reader.h"
#include "core/formats/perf/round_order.h"
#include "core/io/local_files.h"
#include "core/text/number_text.h"
#include "tests/support/samples.h"

namespace tp::perf {
namespace {

struct Opened {
  std::vector<std::string> rows;
  std::vector<std::string> warnings;
};

Opened open(const std::string& name, size_t piece = 100) {
  Opened out;
  auto files = openLocalFiles({test::dataPath("perf/" + name + ".dat")});
  auto reader = perf::open(*files);
  EXPECT_TRUE(reader.ok()) << name;
  if (!reader) return out;
  StreamDriver driver(**reader, 0);
  RecordBatch batch;
  while (driver.pull(batch, *files, piece) == StreamDriver::Step::Batch) {
    for (uint32_t i = 0; i < batch.count; ++i) {
      EventRow row;
      driver.decoder().describe(batch.records[i], row);
      out.rows.push_back(std::to_string(row.time) + " " + std::to_string(row.cpu) + " " + std::string(row.comm) + "-" +
                         std::to_string(row.tid) + " " + std::string(row.name) + " " + row.words());
    }
  }
  for (const Warning& warning : (*reader)->warnings().kept()) out.warnings.push_back(warning.text());
  return out;
}

TEST(Perf, OrderOfTimeIsThatOfAllBuffers) {
  const Opened opened = open("two-cpus");
  EXPECT_TRUE(opened.warnings.empty());
  ASSERT_EQ(opened.rows.size(), 16u);
  EXPECT_EQ(opened.rows[2],
            "1000 0 one-100 cpu-clock period=250000 ip=0x401010 symbol=one+0x1010 file=/bin/one frames=2");
  EXPECT_EQ(opened.rows[4], "2500 1 one-100 FORK (100:101):(100:100)");
  EXPECT_EQ(opened.rows[11], "4500 0 one-100 lost id=11 lost=5");
  // The thread has begun another program since it was made.
  EXPECT_EQ(opened.rows[12],
            "4600 1 two words-101 page-faults period=7 ip=0x401010 symbol=two+0x10 file=/bin/two frames=2");
}

// However the bytes lie, and in whatever pieces they come.
TEST(Perf, SameRecordsInEveryContainer) {
  const Opened whole = open("two-cpus");
  for (const char* name : {"two-cpus", "two-cpus-be", "pipe", "no-round", "areas", "damaged"})
    for (size_t piece : {size_t{1}, size_t{37}, size_t{1} << 20})
      EXPECT_EQ(open(name, piece).rows, whole.rows) << name << " " << piece;
}

TEST(Perf, DamageIsTold) {
  const Opened areas = open("areas"), damaged = open("damaged"), cut = open("cut");
  ASSERT_EQ(areas.warnings.size(), 1u);
  EXPECT_NE(areas.warnings[0].find("areas of hardware traces"), std::string::npos);
  ASSERT_EQ(damaged.warnings.size(), 1u);
  EXPECT_NE(damaged.warnings[0].find("expected a record, found 24 bytes that are none"), std::string::npos);
  ASSERT_EQ(cut.warnings.size(), 2u);
  EXPECT_NE(cut.warnings[0].find("a file that ends before"), std::string::npos);
}

// A mark says that nothing earlier follows, and something does.
TEST(Perf, LateRecordsArePassedOn) {
  const Opened late = open("late");
  size_t found = 0;
  for (const std::string& row : late.rows) found += row.starts_with("3600 ");
  EXPECT_EQ(found, 1u);
  EXPECT_EQ(late.rows.size(), open("two-cpus").rows.size() + 1);
}

TEST(Perf, OldFilesAreRefused) {
  FileSet files;
  files.add("perf.data", std::make_shared<MemorySource>("PERFFILE" + std::string(100, '\0')));
  const Probe probe = perf::probe(files);
  EXPECT_EQ(probe.confidence, 0);
  EXPECT_EQ(probe.reason, "perf.data is a perf.data of version 1, which perf wrote before 2012");
}

std::vector<uint64_t> taken(RoundOrder& order) {
  std::vector<uint64_t> out;
  for (; order.next() != nullptr; order.take()) out.push_back(order.next()->offset);
  return out;
}

// What is given out at the end of a round is as late as the round before the last one was then.
TEST(Perf, RoundsAreHeldBack) {
  RoundOrder order;
  order.start(16);
  order.add(16, true, 100, 0);
  order.add(17, true, 300, 0);
  order.add(18, true, 50, 0);
  order.endRound(20);
  EXPECT_TRUE(taken(order).empty());
  order.add(20, true, 200, 0);
  order.add(21, false, 0, 0);  // without a time
  order.endRound(30);
  EXPECT_EQ(taken(order), (std::vector<uint64_t>{21, 18, 16, 20, 17}));
  EXPECT_EQ(order.begin(), 30u);
}

TEST(Perf, RoundsGoOnFromASavedState) {
  RoundOrder order;
  order.start(0);
  for (uint64_t i = 1; i < 10; ++i) order.add(i, true, static_cast<Time>(100 - i), 0);
  order.endRound(20);
  order.add(20, true, 500, 0);
  order.endRound(30);
  for (int i = 0; i < 4; ++i) order.take();
  WireWriter out;
  out(order);
  const std::vector<std::byte> saved = out.take();
  RoundOrder other;
  WireReader in(saved);
  in(other);
  ASSERT_TRUE(in.complete());
  EXPECT_EQ(other.begin(), 0u);
  for (uint64_t i = 1; i < 10; ++i) other.add(i, true, static_cast<Time>(100 - i), 0);
  other.endRound(20);
  other.add(20, true, 500, 0);
  other.endRound(30);
  EXPECT_EQ(taken(other), taken(order));
}

TEST(Perf, NewestMappingWins) {
  AddressSpace space;
  space.add({0x1000, 0x3000, 0, NameId(1)});
  space.add({0x2000, 0x1000, 0x500, NameId(2)});
  ASSERT_EQ(space.size(), 3u);
  EXPECT_EQ(space.find(0x1fff)->file, NameId(1));
  EXPECT_EQ(space.find(0x2fff)->file, NameId(2));
  EXPECT_EQ(space.find(0x3000)->offset, 0x2000u);
  EXPECT_EQ(space.find(0x4000), nullptr);
  EXPECT_EQ(space.find(0xfff), nullptr);
  space.add({0, 0x10000, 0, NameId(3)});
  EXPECT_EQ(space.size(), 1u);
  space.add({~uint64_t{0} - 1, 100, 0, NameId(4)});  // beyond the end of all addresses
  EXPECT_EQ(space.size(), 1u);
}

TEST(Perf, WhatIsRemovedLeavesTheRest) {
  AddressSpace space;
  space.add({0x1000, 0x3000, 0x100, NameId(1)});
  space.remove(0x1800, 0x2000);
  EXPECT_EQ(space.find(0x17ff)->file, NameId(1));
  EXPECT_EQ(space.find(0x1800), nullptr);
  ASSERT_NE(space.find(0x2000), nullptr);
  EXPECT_EQ(space.find(0x2000)->offset, 0x1100u);
}

// Programs that compile code at run time, and browsers, have tens of thousands.
TEST(Perf, ManyMappingsTakeNoTimeEach) {
  constexpr uint64_t kCount = 100000, kSize = 0x1000;
  for (const bool upwards : {true, false}) {
    Processes processes;
    for (uint64_t i = 0; i < kCount; ++i)
      processes.map(1, {(upwards ? i : kCount - i) * 2 * kSize, kSize, 0, NameId(static_cast<uint32_t>(i + 1))});
    EXPECT_FALSE(processes.full());
    ASSERT_NE(processes.find(1, 2 * kSize), nullptr);
    EXPECT_EQ(processes.find(1, kSize), nullptr);
  }
}

TEST(Perf, ForkedProcessHasItsOwnMappings) {
  Processes processes;
  processes.map(1, {0x1000, 0x1000, 0, NameId(1)});
  processes.fork(2, 1);
  processes.map(2, {0x1000, 0x1000, 0, NameId(2)});
  EXPECT_EQ(processes.find(1, 0x1000)->file, NameId(1));
  EXPECT_EQ(processes.find(2, 0x1000)->file, NameId(2));
  processes.setComm(7, NameId(5));
  processes.inheritComm(8, 7);
  WireWriter out;
  processes.save(out);
  const std::vector<std::byte> saved = out.take();
  Processes other;
  WireReader in(saved);
  ASSERT_TRUE(other.restore(in));
  EXPECT_TRUE(in.complete());
  EXPECT_EQ(other.find(2, 0x1fff)->file, NameId(2));
  EXPECT_EQ(other.commOf(8), NameId(5));
  EXPECT_EQ(other.commOf(9), kNoName);
}

}  // namespace
}  // namespace tp::perf
