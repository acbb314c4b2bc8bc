// RowWriter writes the rows of a Parquet file, from front to back.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/parquet/file_writer.h"
#include "core/parquet/group_writer.h"

namespace tp::parquet {

class RowWriter {
 public:
  // As FileWriter.
  RowWriter(std::vector<Column> columns, Codec codec, Sink sink)
      : file_(std::move(columns), codec, std::move(sink)), group_(file_.columns(), codec) {}

  ColumnWriter& column(size_t number) { return group_.column(number); }
  GroupWriter& group() { return group_; }
  // As GroupWriter::endRows(). Returns false if the file can't be written any more.
  bool endRows(size_t count) {
    group_.endRows(count);
    return !group_.full() || endGroup();
  }
  // The rows that follow are in another row group.
  bool endGroup() { return file_.addGroup(group_); }
  // Writes what is left, and completes the file. Returns false if it could not be written.
  bool finish() { return endGroup() && file_.finish(); }
  uint64_t rows() const { return file_.rows() + group_.rows(); }

 private:
  FileWriter file_;
  GroupWriter group_;
};

}  // namespace tp::parquet
