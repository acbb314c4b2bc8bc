// Arguments and results of calls as fields: in filters, columns and JSON lines.
#include "core/analysis/call_values.h"

#include <gtest/gtest.h>

#include "core/analysis/filter.h"
#include "core/analysis/numeric_field.h"
#include "core/export/event_text.h"
#include "tests/support/each_row.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

// How many rows of a recording a filter finds.
size_t found(const char* text, const std::string& trace = "uftrace/args-auto/uftrace.data") {
  FilterError error;
  const auto filter = Filter::compile(text, ClockInfo{}, error);
  EXPECT_TRUE(filter.has_value()) << text << ": " << error.text();
  size_t rows = 0;
  test::eachRow(test::sourcePath("build/samples/" + trace),
                [&](EventMerge&, const EventRow& row) { rows += filter && filter->matches(row) ? 1 : 0; });
  return rows;
}

// `uftrace replay` has seven calls of f_str, one of them f_str("plain", "other") = "plain".
TEST(CallValues, TextsAreComparedWithoutTheirQuotes) {
  EXPECT_EQ(found("f_str:kind == entry"), 7u);
  EXPECT_EQ(found("f_str: arg1 == \"plain\""), 1u);
  EXPECT_EQ(found("f_str: arg1 == plain"), 1u);
  EXPECT_EQ(found("f_str: arg2 != \"other\""), 6u);
  EXPECT_EQ(found("f_str: retval == \"plain\""), 1u);
  EXPECT_EQ(found("f_str: arg1 == \"\""), 1u);
  EXPECT_EQ(found("f_str: arg1 ~ \"plain\""), 1u);
  EXPECT_EQ(found("f_str: arg1 =~ \"^plain$\""), 1u);
  EXPECT_EQ(found("f_str: arg1 == \"\\\"plain\\\"\""), 0u);
  // Quotes and commas within a text are part of it.
  EXPECT_EQ(found("f_str: arg2 == \"it's <b>&amp;</b>\" && arg1 =~ 'newline \"quoted\" back'"), 1u);
  EXPECT_EQ(found("f_char: arg1 == A"), 1u);
}

TEST(CallValues, SplitsAtCommasOutsideOfTexts) {
  EventRow row;
  row.kind = "entry";
  row.args = "\"a, \"b\" c\", ',', {x, 1}, \"std\"s, 0x10, '\\''";
  const std::vector<std::string> expected = {"a, \"b\" c", ",", "{x, 1}", "std", "0x10", "\\'"};
  std::vector<std::string> names, values;
  eachCallValue(row, [&](std::string_view name, const RowValue& value) {
    names.emplace_back(name);
    values.emplace_back(value.text);
    return false;
  });
  EXPECT_EQ(values, expected);
  ASSERT_EQ(names.size(), 6u);
  EXPECT_EQ(names[0], "arg1");
  RowValue value;
  EXPECT_TRUE(readCallValue(row, "arg6", value));
  for (const char* none : {"arg0", "arg7", "arg", "arg1x", "retval", "argv"})
    EXPECT_FALSE(readCallValue(row, none, value)) << none;
}

TEST(CallValues, AreColumnsAndFieldsOfJson) {
  EventRow row;
  row.kind = "entry";
  row.name = "open";
  row.args = "\"5\", 4";
  EventLines lines(EventFormat::Csv, {}, CsvColumns({"name", "arg1", "arg2"}));
  lines.add(row);
  EXPECT_EQ(lines.text(), "name,arg1,arg2\nopen,5,4\n");
  std::string json;
  appendEventJson(json, row);
  EXPECT_NE(json.find(R"("fields":{"arg1":"5","arg2":4})"), std::string::npos) << json;
  // A text is no number, whatever its letters.
  int64_t number = 0;
  EXPECT_FALSE(numericField(row, "arg1", number));
  EXPECT_TRUE(numericField(row, "arg2", number));
}

// The text of raw system calls is "NR 0 = 65536": the 0 is no name.
TEST(CallValues, FieldsHaveNamesAndNoNumbersForNames) {
  size_t rows = 0;
  test::eachRow(test::sourcePath("build/samples/tracecmd/lost-overwrite/trace.dat"),
                [&](EventMerge&, const EventRow& row) {
                  for (const auto& [name, value] : numericFields(row))
                    EXPECT_FALSE(name[0] >= '0' && name[0] <= '9') << row.words();
                  rows += row.name == "sys_exit" ? 1 : 0;
                });
  EXPECT_GT(rows, 0u);
}

}  // namespace
}  // namespace tp
