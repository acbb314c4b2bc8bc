// Rows come group by group, all of them, whatever memory there is for it.
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <set>

#include "core/tables/grouped_rows.h"

namespace tp {
namespace {

constexpr int64_t kRows = 20000, kKeys = 37;

// Rows of a key, a second key and a value. The first key of a row is below `keys`.
class Made final : public RowSource {
 public:
  Made(int64_t rows, int64_t keys) : rows_(rows), keys_(keys) {}
  bool fill(CodedBatch& out) override {
    for (int i = 0; i < 100 && at_ < rows_; ++i, ++at_) {
      int64_t* row = out.add();
      // Half of all rows have the key 0.
      row[0] = at_ % 2 == 0 ? 0 : at_ % keys_;
      row[1] = at_ % 3;
      row[2] = at_;
    }
    return at_ < rows_;
  }

 private:
  int64_t rows_, keys_, at_ = 0;
};

bool isLess(const GroupedRows::Key& a, const GroupedRows::Key& b) {
  return a < b;
}

using Sums = std::map<std::pair<int64_t, int64_t>, std::pair<int64_t, int64_t>>;  // number and sum of the values

Sums grouped(GroupedRows& rows, bool both) {
  Sums sums;
  std::pair<int64_t, int64_t> last{-1, -1};
  while (rows.next()) {
    const std::pair<int64_t, int64_t> key{rows.cell(0), both ? rows.cell(1) : 0};
    EXPECT_TRUE(key == last || last < key) << "groups are not in order";
    last = key;
    ++sums[key].first;
    sums[key].second += rows.cell(2);
  }
  return sums;
}

Sums expected(int64_t count, int64_t keys, bool both) {
  Sums sums;
  Made made(count, keys);
  CodedBatch batch(3);
  for (bool more = true; more;) {
    batch.clear();
    more = made.fill(batch);
    for (size_t i = 0; i < batch.size(); ++i) {
      auto& sum = sums[{batch.row(i)[0], both ? batch.row(i)[1] : 0}];
      ++sum.first;
      sum.second += batch.row(i)[2];
    }
  }
  return sums;
}

TEST(GroupedRows, HandOverEachGroupAsAWhole) {
  for (bool both : {false, true}) {
    GroupedRows rows([] { return std::make_unique<Made>(kRows, kKeys); }, 3,
                     both ? std::vector<uint32_t>{0, 1} : std::vector<uint32_t>{0}, {2}, false, isLess);
    EXPECT_EQ(grouped(rows, both), expected(kRows, kKeys, both));
    EXPECT_EQ(rows.scans(), 1u);
  }
}

TEST(GroupedRows, ScanSeveralTimesWithLittleMemory) {
  // Less than all rows, and than the largest group, which has half of them.
  for (size_t budget : {size_t{1} << 10, size_t{1} << 12, size_t{1} << 14}) {
    GroupedRows rows([] { return std::make_unique<Made>(kRows, kKeys); }, 3, {0}, {2}, false, isLess, budget);
    EXPECT_EQ(grouped(rows, false), expected(kRows, kKeys, false));
    EXPECT_GT(rows.scans(), 1u);
  }
}

TEST(GroupedRows, CountWithoutKeepingCells) {
  GroupedRows rows([] { return std::make_unique<Made>(kRows, kKeys); }, 3, {0}, {}, false, isLess, size_t{1} << 14);
  std::map<int64_t, int64_t> counts;
  while (rows.next()) ++counts[rows.cell(0)];
  for (const auto& [key, sum] : expected(kRows, kKeys, false)) EXPECT_EQ(counts[key.first], sum.first);
  EXPECT_EQ(rows.scans(), 1u);
}

TEST(GroupedRows, GiveOneOfEach) {
  GroupedRows rows([] { return std::make_unique<Made>(kRows, kKeys); }, 3, {0, 1}, {}, true, isLess);
  std::set<std::pair<int64_t, int64_t>> keys;
  while (rows.next()) EXPECT_TRUE(keys.insert({rows.cell(0), rows.cell(1)}).second);
  EXPECT_EQ(keys.size(), expected(kRows, kKeys, true).size());
}

TEST(GroupedRows, KeepNumbersOfAnySize) {
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min(), kMax = std::numeric_limits<int64_t>::max();
  // The least number is the code of NULL. Differences wrap around, some to the least number.
  const std::vector<int64_t> values = {0,  kMax, -1,  kMax, kNullCode, kNullCode,  5, kLeast + 1, kMax,
                                       -1, 64,   -64, 8191, -8192,     kLeast + 1, 1, kNullCode,  kMax};
  PackedRows rows;
  const uint32_t columns[] = {0, 2};
  std::vector<int64_t> expected;
  size_t bytes = 0;
  for (int round = 0; round < 3000; ++round) {
    const int64_t row[] = {values[static_cast<size_t>(round) % values.size()], 7,
                           values[static_cast<size_t>(round) * 7 % values.size()]};
    bytes += rows.add(row, columns);
    expected.insert(expected.end(), {row[0], row[2]});
  }
  EXPECT_EQ(rows.bytes(), bytes);
  rows.rewind();
  int64_t cells[2];
  for (size_t i = 0; i < expected.size(); i += 2) {
    rows.next(cells);
    ASSERT_EQ(cells[0], expected[i]) << i;
    ASSERT_EQ(cells[1], expected[i + 1]) << i;
  }
}

TEST(GroupedRows, OfNoRowsAreNone) {
  GroupedRows rows([] { return std::make_unique<Made>(0, kKeys); }, 3, {0}, {2}, false, isLess);
  EXPECT_FALSE(rows.next());
  EXPECT_FALSE(rows.next());
}

}  // namespace
}  // namespace tp
