// The encodings of Parquet: examples of the specification, and what a reader by the specification makes of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "core/parquet/delta.h"
#include "core/parquet/plain.h"
#include "core/parquet/runs.h"
#include "core/parquet/text_dictionary.h"
#include "core/parquet/thrift.h"
#include "tests/support/parquet_file.h"

namespace tp::parquet {
namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min(), kMax = std::numeric_limits<int64_t>::max();

std::vector<int64_t> throughDelta(const std::vector<int64_t>& values) {
  std::string bytes;
  appendDelta(bytes, values);
  std::string_view rest = bytes;
  std::vector<int64_t> read = test::readDelta(rest);
  EXPECT_TRUE(rest.empty());
  return read;
}

TEST(ParquetEncodings, DifferencesAreThoseOfTheSpecification) {
  std::string bytes;
  appendDelta(bytes, std::vector<int64_t>{1, 2, 3, 4, 5});
  // 128 in a block, 4 miniblocks, 5 values, the first is 1; the least difference is 1, and all widths are 0.
  EXPECT_EQ(bytes, std::string("\x80\x01\x04\x05\x02\x02\0\0\0\0", 10));
  bytes.clear();
  appendDelta(bytes, std::vector<int64_t>{7, 5, 3, 1, 2, 3, 4, 5});
  // 0 0 0 3 3 3 3 of two bits each, and zeros up to 32 values.
  EXPECT_EQ(bytes, std::string("\x80\x01\x04\x08\x0e\x03\x02\0\0\0\xc0\x3f\0\0\0\0\0\0", 18));
}

TEST(ParquetEncodings, DifferencesComeBack) {
  std::mt19937_64 random(1);
  for (size_t count : {1u, 2u, 31u, 32u, 33u, 128u, 129u, 130u, 257u, 1000u}) {
    for (int width : {0, 1, 7, 8, 31, 33, 62, 63, 64}) {
      std::vector<int64_t> values;
      for (size_t i = 0; i < count; ++i)
        values.push_back(width == 0 ? 7 : static_cast<int64_t>(random() >> (64 - width)));
      EXPECT_EQ(throughDelta(values), values) << count << " of " << width << " bits";
    }
  }
}

TEST(ParquetEncodings, DifferencesMayGoBeyondSixtyFourBits) {
  const std::vector<int64_t> values = {kLeast, kMax, kLeast, 0, kMax, -1, kLeast, kLeast, kMax};
  EXPECT_EQ(throughDelta(values), values);
}

TEST(ParquetEncodings, NumbersArePackedAsInTheSpecification) {
  std::string bytes;
  appendRuns(bytes, std::vector<int64_t>{0, 1, 2, 3, 4, 5, 6, 7}, 3);
  EXPECT_EQ(bytes, "\x03\x88\xc6\xfa");
  bytes.clear();
  appendRuns(bytes, std::vector<int64_t>(1000, 5), 3);
  EXPECT_EQ(bytes, "\xd0\x0f\x05");
}

TEST(ParquetEncodings, RunsComeBack) {
  std::mt19937_64 random(2);
  for (int width : {1, 2, 3, 8, 9, 16, 17, 32}) {
    for (int round = 0; round < 40; ++round) {
      std::vector<int64_t> numbers;
      while (numbers.size() < 600) {
        const auto number = static_cast<int64_t>(random() >> (64 - width));
        numbers.insert(numbers.end(), random() % 4 == 0 ? random() % 70 : 1, number);
      }
      std::string bytes;
      appendRuns(bytes, numbers, width);
      std::string_view rest = bytes;
      EXPECT_EQ(test::readRuns(rest, width, numbers.size()), numbers) << width;
      EXPECT_TRUE(rest.empty());
    }
  }
}

TEST(ParquetEncodings, LevelsTellWhatIsNull) {
  for (const std::vector<uint8_t>& levels :
       {std::vector<uint8_t>(100, 1), std::vector<uint8_t>(100, 0), std::vector<uint8_t>{0, 1, 1, 0, 1}}) {
    std::string bytes;
    appendLevels(bytes, levels, static_cast<size_t>(std::count(levels.begin(), levels.end(), 1)));
    std::string_view rest = std::string_view(bytes).substr(4);
    EXPECT_EQ(static_cast<size_t>(static_cast<uint8_t>(bytes[0])), rest.size());
    EXPECT_EQ(test::readRuns(rest, 1, levels.size()), std::vector<int64_t>(levels.begin(), levels.end()));
    EXPECT_TRUE(rest.empty());
  }
}

TEST(ParquetEncodings, HeadersAreThrift) {
  std::string bytes;
  ThriftWriter out(bytes);
  out.int32(1, -3);
  out.list(4, ThriftWriter::Type::Binary, 20);
  for (int i = 0; i < 20; ++i) out.element(std::string_view("abc"));
  out.begin(5);
  out.int64(40, kLeast);
  out.end();
  out.binary(6, "end");
  out.end();
  std::string_view rest = bytes;
  const test::ThriftValue read = test::readThrift(rest);
  EXPECT_TRUE(rest.empty());
  EXPECT_EQ(read.at(1).number, -3);
  EXPECT_EQ(read.at(4).elements.size(), 20u);
  EXPECT_EQ(read.at(4).elements.back().bytes, "abc");
  EXPECT_EQ(read.at(5).at(40).number, kLeast);
  EXPECT_EQ(read.at(6).bytes, "end");
}

TEST(ParquetEncodings, TextsAreUtf8) {
  std::string out;
  appendPlain(out, std::string_view("a\xff\xc3\xa4"));
  EXPECT_EQ(out, std::string("\x06\0\0\0a\xef\xbf\xbd\xc3\xa4", 10));
}

TEST(ParquetEncodings, DictionaryEndsWhereItWouldBeTooLarge) {
  TextDictionary dictionary;
  EXPECT_EQ(dictionary.number("a"), 0u);
  EXPECT_EQ(dictionary.number(std::string(TextDictionary::kMaxBytes, 'x')), TextDictionary::kNoNumber);
  EXPECT_EQ(dictionary.number("b"), 1u);
  EXPECT_EQ(dictionary.number("a"), 0u);
  int asked = 0;
  auto text = [&](int64_t) { return ++asked, std::string_view("b"); };
  for (int64_t code : {5, 5, 9, 5}) EXPECT_EQ(dictionary.number(code, text), 1u);
  EXPECT_EQ(asked, 2);
  // Codes that no table would fit for.
  for (int64_t code : {int64_t{-1}, kMax}) EXPECT_EQ(dictionary.number(code, text), 1u);
  for (size_t i = 2; i < TextDictionary::kMaxTexts; ++i) dictionary.number(std::to_string(i));
  EXPECT_EQ(dictionary.number("c"), TextDictionary::kNoNumber);
  EXPECT_EQ(dictionary.size(), TextDictionary::kMaxTexts);
  dictionary.clear();
  EXPECT_EQ(dictionary.number(int64_t{9}, text), 0u);
}

}  // namespace
}  // namespace tp::parquet
