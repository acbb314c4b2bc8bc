// GroupWriter encodes one row group after the other, and keeps one of them, encoded, in memory.
#pragma once

#include <cstdint>
#include <deque>
#include <span>

#include "core/parquet/column_writer.h"
#include "core/parquet/footer.h"
#include "core/parquet/format.h"

namespace tp::parquet {

class GroupWriter {
 public:
  // A row group is full with the rows that reach one of these.
  static constexpr uint64_t kGroupRows = 1'000'000;
  static constexpr size_t kGroupBytes = size_t{64} << 20;

  GroupWriter(std::span<const Column> columns, Codec codec);
  GroupWriter(const GroupWriter&) = delete;
  GroupWriter& operator=(const GroupWriter&) = delete;

  ColumnWriter& column(size_t number) { return writers_[number]; }
  // Called when as many further values have been added to each column: often, so that row groups have about the size
  // that they should have.
  void endRows(size_t count) { rows_ += count; }
  // How many rows the row group has so far, and whether these are as many as it should have.
  uint64_t rows() const { return rows_; }
  bool full() const;
  // Writes the row group's pages, and begins another one. `group` is set to what the footer says of it, but for the
  // place in the file. Returns false if the sink takes no more, or if there is no memory to compress the pages.
  bool end(const Sink& sink, RowGroup& group);

 private:
  // The most rows of a page. A table with many columns has fewer, so that the pages of all its columns together have no
  // more than kPageValues.
  static constexpr size_t kPageRows = size_t{1} << 15;
  static constexpr size_t kPageValues = 64 * kPageRows;

  Compressor compressor_;
  std::deque<ColumnWriter> writers_;  // a deque, since they do not move
  uint64_t rows_ = 0;
};

}  // namespace tp::parquet
