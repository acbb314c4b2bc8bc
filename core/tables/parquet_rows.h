// ParquetRows encodes the rows of a table, or of a part of it, for a Parquet file, as they are decoded.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/parquet/group_writer.h"
#include "core/tables/coded_rows.h"
#include "core/tables/row_order.h"
#include "core/tables/table.h"

namespace tp {

// A table that is exported, and when its rows are.
struct ParquetSource {
  // Whole: rows have no time. Point: `ts`. Span: from `ts` to `end_ts`. Lasting: from `ts` on, for `dur`.
  enum class When : uint8_t { Whole, Point, Span, Lasting };

  std::string_view table;
  std::string_view name;  // of the file, without its ending
  When when = When::Whole;
};

// The tables that hold what the trace has, in the order of the reference. Figures that follow from them are not there.
std::span<const ParquetSource> parquetSources();
// The columns of a table that are exported: the first ones.
std::vector<parquet::Column> parquetColumns(const Table& table);

// Both inclusive. A row is written, whole, if any of its time lies between.
struct ParquetRange {
  int64_t from = std::numeric_limits<int64_t>::min();
  int64_t to = std::numeric_limits<int64_t>::max();
};

class ParquetRows {
 public:
  // `table` is that of `source`, and must outlive this. `part` is one of Table::parts().
  ParquetRows(Table& table, const ParquetSource& source, const ParquetRange& range, size_t part);

  // Adds some rows, perhaps none, to the columns of `to`, which are parquetColumns(). Returns how many.
  size_t step(parquet::GroupWriter& to);
  // Whether step() has added all rows of the part, and then, whether there are no further parts.
  bool done() const { return done_; }
  bool last() const;
  // How many values were too large for 64 bits with a sign; they are NULL.
  uint64_t misfits() const { return misfits_; }

 private:
  size_t stepCodes(parquet::GroupWriter& to);
  void addCodes(parquet::GroupWriter& to, std::span<const uint32_t> rows);
  size_t stepCells(parquet::GroupWriter& to);
  bool isWithin(int64_t begin, int64_t end) const { return begin <= range_.to && end >= range_.from; }
  bool isWithin(const int64_t* row) const;
  bool isWithin(TableCursor& cursor) const;
  int64_t endOf(int64_t begin, int64_t value) const;

  Table& table_;
  const ParquetRange range_;
  ParquetSource::When when_;
  uint32_t begin_ = 0, end_ = 0;  // the columns of a row's time
  TableQuery query_;
  uint64_t misfits_ = 0;
  size_t width_;  // the columns that are written: the first ones
  bool done_ = false;
  // One of the two has the rows.
  CodedTable* coded_;
  std::unique_ptr<RowSource> codes_;
  CodedBatch batch_;
  std::vector<uint32_t> rows_;  // of batch_, those that are written
  RowOrder order_;
  std::unique_ptr<TableCursor> cells_;
};

}  // namespace tp
