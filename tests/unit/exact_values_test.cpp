// Numbers of calls and events are those that the record has, whatever its text shows of them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>

#include "core/analysis/call_values.h"
#include "core/analysis/event_fields.h"
#include "core/analysis/filter.h"
#include "core/export/event_text.h"
#include "core/formats/uftrace/arg_text.h"
#include "core/formats/xray/payload_text.h"
#include "tests/support/each_row.h"
#include "tests/support/open_tables.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

std::string sample(const std::string& name) {
  return test::samplesPath("uftrace") + "/" + name + "/uftrace.data";
}

// How many rows of a recording a filter finds.
size_t found(const char* text, const std::string& name = "args-spec") {
  FilterError error;
  const auto filter = Filter::compile(text, ClockInfo{}, error);
  EXPECT_TRUE(filter.has_value()) << text << ": " << error.text();
  size_t rows = 0;
  test::eachRow(sample(name),
                [&](EventMerge&, const EventRow& row) { rows += filter && filter->matches(row) ? 1 : 0; });
  return rows;
}

bool holds(const char* text, const EventRow& row) {
  FilterError error;
  const auto filter = Filter::compile(text, ClockInfo{}, error);
  EXPECT_TRUE(filter.has_value()) << text << ": " << error.text();
  return filter && filter->matches(row);
}

// A row of a call whose arguments are stored as the list says.
EventRow call(std::string_view list, const std::string& payload) {
  EventRow row;
  row.kind = "entry";
  row.name = "f";
  uftrace::Enums enums;
  enums.add("enum colour {Red,Green=5}");
  uftrace::appendArguments(row.args, row.values, uftrace::parseArgList(list, 8), std::as_bytes(std::span(payload)),
                           Endian::Little, enums,
                           [](uint64_t at) { return at == 0x1000 ? std::string_view("main") : std::string_view(); });
  return row;
}

template <class T>
std::string bytesOf(T value) {
  std::string out(sizeof value, '\0');
  std::memcpy(out.data(), &value, sizeof value);
  return out;
}

std::string csv(const EventRow& row, const std::vector<std::string>& columns) {
  EventLines lines(EventFormat::Csv, {}, CsvColumns(columns));
  lines.add(row);
  const std::string text(lines.text());
  return text.substr(text.find('\n') + 1);
}

TEST(ExactValues, RealNumbersHaveAllTheirDigits) {
  const EventRow row = call("fparg1/64,fparg2/32", bytesOf(3.14159265358979) + bytesOf(0.1f));
  EXPECT_EQ(row.args, "3.141593, 0.100000");
  EXPECT_TRUE(holds("arg1 > 3.1415926", row));
  EXPECT_TRUE(holds("arg1 < 3.1415927", row));
  EXPECT_TRUE(holds("arg1 == 3.14159265358979", row));
  EXPECT_FALSE(holds("arg1 == 3.141593", row));
  EXPECT_TRUE(holds("arg1 ~ 3.141593", row));  // the text is what is shown
  EXPECT_TRUE(holds("arg2 > 0.1", row));
  EXPECT_EQ(csv(row, {"arg1", "arg2"}), "3.14159265358979,0.10000000149011612\n");
  std::string json;
  appendEventJson(json, row);
  EXPECT_NE(json.find(R"("arg1":3.14159265358979)"), std::string::npos) << json;
}

TEST(ExactValues, ANumberThatIsNoneEqualsNothing) {
  const EventRow row = call("fparg1/64", bytesOf(std::nan("")));
  for (const char* text : {"arg1 == 3", "arg1 < 3", "arg1 >= 3", "arg1 <= 3"}) EXPECT_FALSE(holds(text, row)) << text;
  EXPECT_TRUE(holds("arg1 != 3", row));
}

TEST(ExactValues, ConstantsAreTheNearestDoubles) {
  for (double value : {0.1, 7.033333333333333, 1e-300, 5e-324, 1.7976931348623157e308, 123456789.123456789}) {
    const EventRow row = call("fparg1/64", bytesOf(value));
    const std::string shown = csv(row, {"arg1"});
    EXPECT_TRUE(holds(("arg1 == " + shown.substr(0, shown.size() - 1)).c_str(), row)) << shown;
  }
}

TEST(ExactValues, WholeNumbersAreOfTheirSizeAndSign) {
  const EventRow row =
      call("arg1/i32,arg2/u64,arg3/o64,arg4/x8,arg5,arg6/i24",
           bytesOf(int32_t{-7}) + bytesOf(~uint64_t{0}) + bytesOf(uint64_t{8}) + bytesOf(uint32_t{200}) +
               bytesOf(uint64_t{0xfffffffb}) + std::string("\xff\xff\xff\0", 4));
  EXPECT_EQ(row.args, "-7, 0xffffffffffffffff, 010, 0xc8, -5, -1");
  EXPECT_EQ(csv(row, {"arg1", "arg2", "arg3", "arg4", "arg5", "arg6"}), "-7,18446744073709551615,8,200,-5,-1\n");
  EXPECT_TRUE(holds("arg3 == 8 && arg4 > 199 && arg5 == -5 && arg2 == 0xffffffffffffffff && arg2 == -1", row));
  EXPECT_TRUE(holds("arg1 == 0xfffffff9", row));  // as in C
}

TEST(ExactValues, OfSizesThatNoNumberHasNothingIsKnown) {
  const EventRow row = call("arg1/i128,arg2/i32", bytesOf(uint64_t{1}) + bytesOf(uint64_t{2}) + bytesOf(int32_t{3}));
  EXPECT_EQ(row.args, "0x00000000000000020000000000000001, 3");
  EXPECT_FALSE(holds("arg1 == 0", row));
  EXPECT_TRUE(holds("arg2 == 3", row));
}

TEST(ExactValues, NamesStandBesideTheirNumbers) {
  const EventRow row =
      call("arg1/e:colour,arg2/p,arg3/p", bytesOf(uint64_t{5}) + bytesOf(uint64_t{0x1000}) + bytesOf(uint64_t{0x2000}));
  EXPECT_EQ(row.args, "Green, &main, 0x2000");
  EXPECT_TRUE(holds("arg1 == Green && arg1 == 5 && arg1 > 4", row));
  EXPECT_TRUE(holds("arg2 == &main && arg2 == 0x1000 && arg3 == 0x2000", row));
  EXPECT_EQ(csv(row, {"arg1", "arg2"}), "5,0x1000\n");
}

// A text may look like several values.
TEST(ExactValues, TextsAreWholeWhateverIsInThem) {
  const EventRow row = call("arg1/s,arg2/i32", std::string("\x06\0a\", \"b", 8) + bytesOf(int32_t{3}));
  EXPECT_EQ(row.args, "\"a\", \"b\", 3");
  EXPECT_EQ(csv(row, {"arg2"}), "3\n");
  RowValue value;
  ASSERT_TRUE(readCallValue(row, "arg1", value));
  EXPECT_EQ(value.text, "a\", \"b");
}

TEST(ExactValues, OfARecordingAreFoundByFilters) {
  EXPECT_EQ(found("f_dbl: retval == 7.033333333333333"), 1u);
  EXPECT_EQ(found("f_dbl: arg1 == -1e-300"), 1u);
  EXPECT_EQ(found("f_dbl: arg1 < 0 && arg1 > -1"), 1u);
  EXPECT_EQ(found("f_u64: retval == 18446744073709551615"), 1u);  // shown in octal
  EXPECT_EQ(found("f_ints: arg5 == 4000000000 && arg6 == 0xfedcba9876543210"), 1u);
  EXPECT_EQ(found("flip: arg1 == 0 && arg1 == Off", "cxx"), 1u);
}

// A variable is shown in hexadecimal, sizes with their unit.
TEST(ExactValues, OfEventsAreFoundByFilters) {
  size_t watched = 0, sizes = 0;
  std::string room;
  test::eachRow(sample("watch-var"), [&](EventMerge&, const EventRow& row) {
    if (row.name != "watch:var") return;
    for (const ShownValue& one : row.values) {
      RowValue value;
      ASSERT_TRUE(readOwn(row, one.name, false, room, value));
      ASSERT_TRUE(value.isWhole());
      EXPECT_EQ(value.number, std::strtoull(std::string(value.text).c_str(), nullptr, 16)) << row.args;
      ++watched;
    }
  });
  test::eachRow(sample("read-triggers"), [&](EventMerge&, const EventRow& row) {
    if (row.name == "read:proc/statm") sizes += holds("vmsize > 1000", row) ? 1 : 0;
  });
  EXPECT_GT(watched, 0u);
  EXPECT_GT(sizes, 0u);
}

TEST(ExactValues, OfXrayAreTheBitsOfTheRegister) {
  EventRow row;
  row.kind = "entry-args";
  row.name = "f(unsigned long)";
  xray::appendArgument(row, row.name, true, ~uint64_t{0} - 2);
  EXPECT_TRUE(holds("arg1 == 18446744073709551613 && arg1 > 5", row));
  ASSERT_EQ(row.values.size(), 1u);
  EXPECT_EQ(row.values[0].number.number, ~uint64_t{0} - 2);
}

// `value` is the number, `shown` its name.
TEST(ExactValues, AreInTheTableOfFields) {
  test::OpenTables open(sample("cxx"));
  ASSERT_NE(open.reader, nullptr);
  const size_t event = open.column("event_field", "event"), key = open.column("event_field", "key");
  const size_t value = open.column("event_field", "value"), shown = open.column("event_field", "shown");
  auto cursor = open.table("event_field").open({});
  std::map<std::string, int> names;
  int reals = 0;
  while (cursor->next()) {
    const std::string of(cursor->cell(event).text), name(cursor->cell(key).text);
    const Cell cell = cursor->cell(value);
    if (of == "flip") {
      ASSERT_EQ(cell.kind, Cell::Kind::Integer);
      names[name + " " + std::string(cursor->cell(shown).text)] = static_cast<int>(cell.integer);
    }
    if (of == "geo::Circle::area" && name == "retval" && cell.kind == Cell::Kind::Real)
      reals += cell.real == 19.6349375;
  }
  EXPECT_EQ(names["arg1 Off"], 0);
  EXPECT_EQ(names["retval On"], 3);
  EXPECT_GT(reals, 0);
}

}  // namespace
}  // namespace tp
