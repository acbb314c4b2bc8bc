// ParquetTable writes the rows of a table as a Parquet file, part by part, in one thread.
#pragma once

#include <cstdint>
#include <optional>

#include "core/parquet/row_writer.h"
#include "core/tables/parquet_rows.h"

namespace tp {

class ParquetTable {
 public:
  // `table` is that of `source`. Both must outlive this.
  ParquetTable(Table& table, const ParquetSource& source, const ParquetRange& range, parquet::Codec codec,
               parquet::Sink sink);

  // Writes some rows. Returns false when there are no more, or if the file can't be written: finish() tells.
  bool step();
  // Completes the file. Returns false if it could not be written.
  bool finish() { return writer_.finish(); }
  uint64_t rows() const { return writer_.rows(); }
  // As ParquetRows::misfits(), of the whole table.
  uint64_t misfits() const { return misfits_; }

 private:
  Table& table_;
  const ParquetSource& source_;
  const ParquetRange range_;
  parquet::RowWriter writer_;
  uint64_t misfits_ = 0;
  size_t part_ = 0;
  std::optional<ParquetRows> rows_;  // of the part
};

}  // namespace tp
