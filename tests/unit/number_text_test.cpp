#include "core/text/number_text.h"

#include <gtest/gtest.h>

#include "core/export/event_text.h"

namespace tp {
namespace {

TEST(NumberText, DigitsOfEveryLength) {
  std::vector<uint64_t> values{0, 1, UINT32_MAX, UINT64_MAX, uint64_t{UINT32_MAX} + 1};
  for (uint64_t ten = 1;; ten *= 10) {
    for (uint64_t value : {ten - 1, ten, ten + 1}) values.push_back(value);
    if (ten > UINT64_MAX / 10) break;
  }
  for (uint64_t value : values) {
    std::string expected = std::to_string(value);
    ASSERT_EQ(decimalLength(value), expected.size()) << value;
    std::string text(expected.size(), '?');
    writeDigits(text.data(), value, text.size());
    EXPECT_EQ(text, expected);
  }
}

TEST(NumberText, ZerosOfALine) {
  EventRow row;
  row.kind = "event";
  row.name = "tick";
  row.present = EventRow::kCpu | EventRow::kTid | EventRow::kCount;
  EventLines lines(EventFormat::Text, {}, CsvColumns::all(false));
  lines.add(row);
  EXPECT_EQ(lines.text(), "     0.000000000 [000] 0 event tick 0\n");
}

}  // namespace
}  // namespace tp
