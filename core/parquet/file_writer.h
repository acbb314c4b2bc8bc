// FileWriter writes a table as a Parquet file, from front to back. It keeps one row group, encoded, in memory.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/parquet/column_writer.h"
#include "core/parquet/footer.h"
#include "core/parquet/format.h"

namespace tp::parquet {

class FileWriter {
 public:
  // A row group ends with the rows that reach one of these.
  static constexpr uint64_t kGroupRows = 1'000'000;
  static constexpr size_t kGroupBytes = size_t{64} << 20;

  // Columns must have different names.
  FileWriter(std::vector<Column> columns, Codec codec, Sink sink);
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  ColumnWriter& column(size_t number) { return writers_[number]; }
  // Called when as many further values have been added to each column: often, so that row groups have about the size
  // that they should have. Returns false if the file can't be written any more.
  bool endRows(size_t count);
  // Writes what is left, and the footer: the file is complete. Returns false if it could not be written.
  bool finish();
  uint64_t rows() const { return rows_ + groupRows_; }

 private:
  // The most rows of a page. A table with many columns has fewer, so that the pages of all its columns together have no
  // more than kPageValues.
  static constexpr size_t kPageRows = size_t{1} << 15;
  static constexpr size_t kPageValues = 64 * kPageRows;

  bool write(std::string_view bytes);
  bool endGroup();

  std::vector<Column> columns_;
  Sink sink_;
  Compressor compressor_;
  std::deque<ColumnWriter> writers_;  // a deque, since they do not move
  std::vector<RowGroup> groups_;
  uint64_t rows_ = 0;  // of groups_
  uint64_t groupRows_ = 0;
  uint64_t offset_ = 0;  // bytes that were written
  bool failed_ = false;
};

}  // namespace tp::parquet
