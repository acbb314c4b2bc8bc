// ParquetTable writes the rows of a table as a Parquet file, as they are decoded.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/parquet/file_writer.h"
#include "core/tables/coded_rows.h"
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

class ParquetTable {
 public:
  // Both inclusive. A row is written, whole, if any of its time lies between.
  struct Range {
    int64_t from = std::numeric_limits<int64_t>::min();
    int64_t to = std::numeric_limits<int64_t>::max();
  };

  // `table` is that of `source`, and must outlive this.
  ParquetTable(Table& table, const ParquetSource& source, const Range& range, parquet::Codec codec, parquet::Sink sink);

  // Writes some rows. Returns false when there are no more, or if the file can't be written: finish() tells.
  bool step();
  // Completes the file. Returns false if it could not be written.
  bool finish() { return writer_.finish(); }
  uint64_t rows() const { return writer_.rows(); }
  // How many values were too large for 64 bits with a sign; they are NULL.
  uint64_t misfits() const { return misfits_; }

 private:
  bool stepCodes();
  bool stepCells();
  bool isWithin(int64_t begin, int64_t end) const { return begin <= range_.to && end >= range_.from; }
  bool isWithin(const int64_t* row) const;
  bool isWithin(TableCursor& cursor) const;
  int64_t endOf(int64_t begin, int64_t value) const;
  void addCodes(size_t first, size_t count);

  Table& table_;
  const Range range_;
  ParquetSource::When when_;
  uint32_t begin_ = 0, end_ = 0;  // the columns of a row's time
  TableQuery query_;
  parquet::FileWriter writer_;
  uint64_t misfits_ = 0;
  size_t width_;  // the columns that are written: the first ones
  // One of the two has the rows.
  CodedTable* coded_;
  std::unique_ptr<RowSource> codes_;
  CodedBatch batch_;
  std::unique_ptr<TableCursor> cells_;
};

}  // namespace tp
