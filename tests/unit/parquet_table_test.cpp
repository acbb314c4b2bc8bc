// Tables and results of queries as Parquet files.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/tables/parquet_table.h"
#include "core/tables/result_types.h"
#include "core/text/visible_text.h"
#include "tests/support/open_tables.h"
#include "tests/support/parquet_file.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

using parquet::Codec;
using parquet::Type;

// The rows of a table as Parquet and by its cursor.
void expectSame(test::OpenTables& open, const ParquetSource& source, const ParquetRange& range) {
  Table& table = open.table(source.table);
  std::string bytes;
  ParquetTable writing(table, source, range, Codec::None, [&](std::string_view part) { return bytes += part, true; });
  while (writing.step()) continue;
  ASSERT_TRUE(writing.finish());
  EXPECT_EQ(writing.misfits(), 0u);
  const test::ParquetFile read = test::readParquet(bytes);
  const auto isHidden = [](const TableColumn& column) { return (column.uses & TableColumn::kHidden) != 0; };
  const size_t width = table.columns().size() -
                       static_cast<size_t>(std::count_if(table.columns().begin(), table.columns().end(), isHidden));
  ASSERT_EQ(read.columns.size(), width);
  auto number = [&](TableCursor& rows, const char* name) { return rows.cell(open.column(source.table, name)).integer; };
  // Rows of one track come side by side in the file.
  using Row = std::vector<std::optional<std::string>>;
  std::vector<Row> expected, found(writing.rows());
  for (auto rows = table.open({}); rows->next();) {
    using When = ParquetSource::When;
    const int64_t begin = source.when == When::Whole ? range.from : number(*rows, "ts");
    const int64_t end = source.when == When::Span      ? number(*rows, "end_ts")
                        : source.when == When::Lasting ? begin + number(*rows, "dur")
                                                       : begin;
    if (begin > range.to || end < range.from) continue;
    Row& row = expected.emplace_back();
    for (size_t i = 0; i < width; ++i) {
      const Cell cell = rows->cell(i);
      row.push_back(cell.kind == Cell::Kind::Null      ? std::nullopt
                    : cell.kind == Cell::Kind::Integer ? std::optional(std::to_string(cell.integer))
                                                       : std::optional(validUtf8(cell.text)));
    }
  }
  for (const test::ParquetColumn& column : read.columns) {
    ASSERT_EQ(column.values.size(), found.size()) << source.table << ' ' << column.name;
    for (size_t i = 0; i < found.size(); ++i) found[i].push_back(column.values[i]);
  }
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  EXPECT_TRUE(found == expected) << source.table;
}

TEST(ParquetTable, HasTheRowsOfTheTable) {
  for (const char* path : {"tests/data/tracecmd/threads.dat", "assets/samples/kitchen/data"}) {
    test::OpenTables open(test::sourcePath(path));
    for (const ParquetSource& source : parquetSources()) expectSame(open, source, {});
  }
}

TEST(ParquetTable, HasWhatTouchesTheRange) {
  test::OpenTables open(test::sourcePath("tests/data/tracecmd/threads.dat"));
  const TraceIndex& index = open.facts.index();
  const int64_t third = (index.end() - index.begin()) / 3;
  for (const ParquetSource& source : parquetSources())
    expectSame(open, source, {index.begin() + third, index.end() - third});
}

TEST(RowOrder, PutsRowsOfATrackSideBySide) {
  constexpr auto kInteger = TableColumn::Type::Integer;
  constexpr TableColumn kColumns[] = {
      {"id", kInteger, 0, ""}, {"track_id", kInteger, 0, ""}, {"parent_id", kInteger, 0, ""}};
  RowOrder order(kColumns);
  CodedBatch batch(std::size(kColumns));
  constexpr int64_t kFar = int64_t{1} << 40;
  // Slices of two streams in the order of their ends, so that each comes before the one around it.
  const std::vector<std::vector<int64_t>> rows = {{11, 1, 10}, {12, 2, 10}, {13, 1, 10},         {10, 1, kNullCode},
                                                  {9, 1, 8},   {8, 1, 1},   {kFar + 1, 1, kFar}, {kFar, 1, kNullCode},
                                                  {5000, 1, 8}};
  for (const std::vector<int64_t>& row : rows) std::copy(row.begin(), row.end(), batch.add());
  for (int round = 0; round < 2; ++round) {
    std::vector<uint32_t> sorted = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    order.sort(batch, sorted);
    // Rows of track 1 with a near parent, without one and with a far one are groups, and those of track 2 one more.
    // Rows of a group are in the order of their ids, groups in that of their first ids.
    EXPECT_EQ(sorted, (std::vector<uint32_t>{5, 4, 0, 2, 6, 3, 7, 1, 8}));
  }
  std::vector<uint32_t> some = {4, 2};
  order.sort(batch, some);
  EXPECT_EQ(some, (std::vector<uint32_t>{4, 2}));
  constexpr TableColumn kOthers[] = {{"row", kInteger, 0, ""}, {"value", kInteger, 0, ""}};
  RowOrder none(kOthers);
  std::vector<uint32_t> same = {2, 0, 1};
  none.sort(batch, same);
  EXPECT_EQ(same, (std::vector<uint32_t>{2, 0, 1}));
}

TEST(ResultTypes, AreThoseOfTheValues) {
  ResultTypes types({"a", "b", "c", "d", "a", "f"}, {false, false, false, false, true, true});
  const Cell one = Cell::of(int64_t{1}), half = Cell::of(0.5), text = Cell::of(std::string_view("x"));
  types.add(std::vector<Cell>{one, one, one, {}, {}, text});
  types.add(std::vector<Cell>{{}, half, text, {}, {}, one});
  const std::vector<parquet::Column> columns = types.columns();
  EXPECT_EQ(columns[0].type, Type::Integer);
  EXPECT_EQ(columns[1].type, Type::Real);
  EXPECT_EQ(columns[2].type, Type::Text);
  EXPECT_EQ(columns[3].type, Type::Text);
  EXPECT_EQ(columns[4].type, Type::Integer);
  EXPECT_EQ(columns[4].name, "a_2");
  EXPECT_EQ(columns[5].type, Type::Text);
}

}  // namespace
}  // namespace tp
