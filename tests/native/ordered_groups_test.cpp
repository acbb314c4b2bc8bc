// Parts of a Parquet file that threads end in any order lie in the file in their own.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "native/output/ordered_groups.h"
#include "tests/support/parquet_file.h"

namespace tp {
namespace {

using native::OrderedGroups;
using parquet::Codec;
using parquet::Column;

const std::vector<Column> kColumns = {{"number", parquet::Type::Integer}, {"text", parquet::Type::Text}};

// Adds two row groups, or none for every third part, and ends the part.
bool writePart(OrderedGroups& groups, size_t part) {
  parquet::GroupWriter writer(groups.columns(), groups.codec());
  bool written = true;
  for (int64_t group = 0; group < 2 && part % 3 != 0; ++group) {
    for (int64_t i = 0; i < 100; ++i) {
      writer.column(0).add(static_cast<int64_t>(part) * 1000 + group * 100 + i);
      writer.column(1).add(std::to_string(part));
    }
    writer.endRows(100);
    written = groups.add(part, writer) && written;
  }
  return groups.add(part, writer) && groups.endPart(part) && written;
}

std::string written(const std::vector<size_t>& parts) {
  std::string bytes;
  OrderedGroups groups(kColumns, Codec::None, [&](std::string_view more) { return bytes += more, true; });
  for (size_t part : parts) EXPECT_TRUE(writePart(groups, part)) << groups.error();
  EXPECT_TRUE(groups.finish());
  return bytes;
}

TEST(OrderedGroups, AreTheSameInAnyOrder) {
  const std::string bytes = written({0, 1, 2, 3, 4, 5});
  const test::ParquetFile read = test::readParquet(bytes);
  EXPECT_EQ(read.footer.at(4).elements.size(), 8u);
  EXPECT_EQ(read.columns[0].values.front(), "1000");
  EXPECT_EQ(read.columns[0].values.back(), "5199");
  EXPECT_TRUE(std::is_sorted(read.columns[0].values.begin(), read.columns[0].values.end()));
  EXPECT_TRUE(written({5, 4, 3, 2, 1, 0}) == bytes);
  EXPECT_TRUE(written({2, 0, 5, 1, 4, 3}) == bytes);
}

TEST(OrderedGroups, MayComeFromSeveralThreads) {
  const std::string bytes = written({0, 1, 2, 3, 4, 5, 6, 7});
  for (int round = 0; round < 20; ++round) {
    std::string found;
    OrderedGroups groups(kColumns, Codec::None, [&](std::string_view more) { return found += more, true; });
    std::vector<std::thread> threads;
    for (size_t first = 0; first < 4; ++first) {
      threads.emplace_back([&groups, first] {
        for (size_t part = first; part < 8; part += 4) EXPECT_TRUE(writePart(groups, part));
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(groups.finish());
    EXPECT_TRUE(found == bytes);
  }
}

TEST(OrderedGroups, FailWithTheirFile) {
  int calls = 0;
  OrderedGroups groups(kColumns, Codec::None, [&](std::string_view) { return ++calls < 3; });
  EXPECT_TRUE(writePart(groups, 0));
  EXPECT_TRUE(writePart(groups, 2));  // waits
  EXPECT_FALSE(writePart(groups, 1));
  EXPECT_FALSE(writePart(groups, 3));
  EXPECT_FALSE(groups.finish());
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(groups.error(), "");
}

}  // namespace
}  // namespace tp
