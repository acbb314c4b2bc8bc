// Parquet files as a whole, read by tests/support/parquet_file.h. tests/tools/test_parquet.py has them read by others.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "core/parquet/row_writer.h"
#include "tests/support/parquet_file.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

using parquet::Codec;
using parquet::Type;

constexpr int64_t kNull = -1;
constexpr int64_t kLeast = std::numeric_limits<int64_t>::min(), kMax = std::numeric_limits<int64_t>::max();

struct Written {
  explicit Written(std::vector<parquet::Column> columns, Codec codec = Codec::None)
      : writer(std::move(columns), codec, [this](std::string_view part) {
          bytes += part;
          return true;
        }) {}
  test::ParquetFile read() {
    EXPECT_TRUE(writer.finish());
    return test::readParquet(bytes);
  }

  std::string bytes;
  parquet::RowWriter writer;
};

TEST(ParquetFile, ValuesComeBack) {
  for (Codec codec : {Codec::None, Codec::Zstd}) {
    Written file({{"number", Type::Integer}, {"real", Type::Real}, {"text", Type::Text}}, codec);
    for (int64_t i = 0; i < 100'000; ++i) {
      i % 7 == 0 ? file.writer.column(0).addNull() : file.writer.column(0).add(i * i);
      file.writer.column(1).add(static_cast<double>(i) / 2);
      i < 40'000 ? file.writer.column(2).addNull() : file.writer.column(2).add(std::to_string(i % 1000));
      file.writer.endRows(1);
    }
    const test::ParquetFile read = file.read();
    ASSERT_EQ(read.columns.size(), 3u);
    for (int64_t i = 0; i < 100'000; ++i) {
      const auto row = static_cast<size_t>(i);
      ASSERT_EQ(read.columns[0].values[row], i % 7 == 0 ? std::nullopt : std::optional(std::to_string(i * i)));
      ASSERT_EQ(read.columns[1].values[row], std::to_string(static_cast<double>(i) / 2));
      ASSERT_EQ(read.columns[2].values[row], i < 40'000 ? std::nullopt : std::optional(std::to_string(i % 1000)));
    }
    // A page without values is not of the dictionary.
    EXPECT_EQ(read.columns[2].encodings, (std::vector<std::vector<int64_t>>{{0, 8, 8, 8}}));
  }
}

TEST(ParquetFile, RowGroupsHaveBounds) {
  if (test::kSlowBuild) GTEST_SKIP() << "takes long here";
  Written file({{"number", Type::Integer}, {"text", Type::Text}, {"real", Type::Real}, {"none", Type::Integer}});
  for (int64_t i = 0; i < 2'500'000; ++i) {
    file.writer.column(0).add(i == 5 ? kLeast : i == 6 ? kMax : i);
    file.writer.column(1).add(i < 1'000'000 ? std::string_view(i % 2 == 0 ? "\xc3\xa4" : "z") : std::string_view());
    file.writer.column(2).add(i == 1 ? std::nan("") : i < 1'000'000 ? -0.0 : 2.5);
    file.writer.column(3).addNull();
    file.writer.endRows(1);
  }
  const test::ParquetFile read = file.read();
  EXPECT_EQ(read.footer.at(4).elements.size(), 3u);
  auto statistics = [&](size_t column, size_t group) { return read.columns[column].metadata.at(group).at(12); };
  auto bytes = [](auto value) { return std::string(reinterpret_cast<const char*>(&value), sizeof value); };
  EXPECT_EQ(statistics(0, 0).at(6).bytes, bytes(kLeast));
  EXPECT_EQ(statistics(0, 0).at(5).bytes, bytes(kMax));
  EXPECT_EQ(statistics(0, 2).at(6).bytes, bytes(int64_t{2'000'000}));
  EXPECT_EQ(statistics(0, 2).at(5).bytes, bytes(int64_t{2'499'999}));
  EXPECT_EQ(statistics(1, 0).at(6).bytes, "z");  // by bytes without signs
  EXPECT_EQ(statistics(1, 0).at(5).bytes, "\xc3\xa4");
  EXPECT_EQ(statistics(1, 1).at(5).bytes, "");
  EXPECT_EQ(statistics(2, 0).at(6).bytes, bytes(-0.0));
  EXPECT_EQ(statistics(2, 0).at(5).bytes, bytes(0.0));
  EXPECT_EQ(statistics(2, 0).at(9).number, 1);
  EXPECT_EQ(statistics(2, 1).at(6).bytes, bytes(2.5));
  EXPECT_FALSE(statistics(3, 0).has(5));
  EXPECT_EQ(statistics(3, 0).at(3).number, 1'000'000);
}

TEST(ParquetFile, TooManyTextsAreNotInTheDictionary) {
  Written file({{"text", Type::Text}});
  std::vector<std::string> texts;
  texts.reserve(100'000);
  for (int i = 0; i < 100'000; ++i) texts.push_back("text " + std::to_string(i) + (i % 3 == 0 ? "\xff" : ""));
  for (const std::string& text : texts) {
    file.writer.column(0).add(text);
    file.writer.endRows(1);
  }
  const test::ParquetFile read = file.read();
  for (size_t i = 0; i < texts.size(); ++i)
    ASSERT_EQ(read.columns[0].values[i], "text " + std::to_string(i) + (i % 3 == 0 ? "\xef\xbf\xbd" : ""));
  EXPECT_EQ(read.columns[0].encodings.at(0).front(), 8);
  EXPECT_EQ(read.columns[0].encodings.at(0).back(), 6);
}

TEST(ParquetFile, LargeTextsEndPagesAndRowGroups) {
  Written file({{"text", Type::Text}});
  const std::string large(size_t{1} << 20, 'x');
  for (int i = 0; i < 70; ++i) {
    file.writer.column(0).add(std::string_view(large + std::to_string(i)));
    file.writer.endRows(1);
  }
  const test::ParquetFile read = file.read();
  EXPECT_EQ(read.footer.at(4).elements.size(), 2u);
  EXPECT_EQ(read.columns[0].values.size(), 70u);
  EXPECT_EQ(read.columns[0].values.back(), large + "69");
  EXPECT_FALSE(read.columns[0].metadata[0].at(12).has(5));  // no bounds of a megabyte
}

TEST(ParquetFile, NumbersOfManyColumnsAreAddedAtOnce) {
  Written file({{"a", Type::Integer}, {"b", Type::Text}});
  std::vector<int64_t> rows;
  for (int64_t i = 0; i < 40'000; ++i) {
    rows.push_back(i % 3 == 0 ? kNull : i);
    rows.push_back(i % 5 == 0 ? kNull : i % 100);
  }
  std::vector<uint32_t> all(40'000);
  std::iota(all.begin(), all.end(), 0u);
  file.writer.column(0).addIntegers({rows.data(), 2, kNull}, all);
  const std::string text = "text ";
  std::string room;
  file.writer.column(1).addCodes({rows.data() + 1, 2, kNull}, all, [&](int64_t code) {
    room = text + std::to_string(code);
    return std::string_view(room);
  });
  file.writer.endRows(40'000);
  const test::ParquetFile read = file.read();
  for (size_t i = 0; i < 40'000; ++i) {
    ASSERT_EQ(read.columns[0].values[i], i % 3 == 0 ? std::nullopt : std::optional(std::to_string(i)));
    ASSERT_EQ(read.columns[1].values[i], i % 5 == 0 ? std::nullopt : std::optional(text + std::to_string(i % 100)));
  }
}

TEST(ParquetFile, IntegersThatHardlyChangeAreADictionary) {
  Written file({{"a", Type::Integer}});
  std::vector<std::optional<std::string>> expected;
  auto add = [&](int64_t value) {
    file.writer.column(0).add(value);
    file.writer.endRows(1);
    expected.emplace_back(std::to_string(value));
  };
  // Pages of 32768 rows: a few values, values that change from row to row, and again a few, with a NULL.
  for (int64_t i = 0; i < 32768; ++i) add(i < 100 ? kLeast : i < 20'000 ? kMax : 7);
  for (int64_t i = 0; i < 32768; ++i) add(i % 2);
  for (int64_t i = 0; i < 32767; ++i) add(i / 1000);
  file.writer.column(0).addNull();
  file.writer.endRows(1);
  expected.emplace_back();
  const test::ParquetFile read = file.read();
  EXPECT_TRUE(read.columns[0].values == expected);
  EXPECT_EQ(read.columns[0].encodings, (std::vector<std::vector<int64_t>>{{8, 5, 8}}));
}

TEST(ParquetFile, ManyColumnsHaveShortPages) {
  std::vector<parquet::Column> columns;
  columns.reserve(3000);
  for (int i = 0; i < 3000; ++i) columns.push_back({"c" + std::to_string(i), Type::Integer});
  Written file(columns);
  for (int64_t row = 0; row < 1000; ++row) {
    for (size_t i = 0; i < columns.size(); ++i) file.writer.column(i).add(row);
    // The sizes of all columns are added up each time.
    if (row % 100 == 99) file.writer.endRows(100);
  }
  const test::ParquetFile read = file.read();
  EXPECT_EQ(read.columns.back().values.back(), "999");
  EXPECT_EQ(read.columns.back().encodings.at(0).size(), 2u);
}

TEST(ParquetFile, WithoutRowsThereAreColumns) {
  Written file({{"a\xff", Type::Integer}, {"b", Type::Text}});
  const test::ParquetFile read = file.read();
  EXPECT_EQ(read.columns.at(0).name, "a\xef\xbf\xbd");
  EXPECT_EQ(read.footer.at(3).number, 0);
  EXPECT_TRUE(read.footer.at(4).elements.empty());
}

TEST(ParquetFile, NothingIsWrittenAfterAFailure) {
  int calls = 0;
  parquet::RowWriter writer({{"a", Type::Integer}}, Codec::None, [&](std::string_view) { return ++calls < 2; });
  for (int64_t i = 0; i < 3'000'000; ++i) {
    writer.column(0).add(i);
    writer.endRows(1);
  }
  EXPECT_FALSE(writer.finish());
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace tp
