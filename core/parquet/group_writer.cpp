#include "core/parquet/group_writer.h"

#include <algorithm>
#include <utility>

namespace tp::parquet {

GroupWriter::GroupWriter(std::span<const Column> columns, Codec codec) : compressor_(codec) {
  const size_t pageRows = kPageValues / std::max<size_t>(columns.size(), kPageValues / kPageRows);
  for (const Column& column : columns) writers_.emplace_back(column.type, compressor_, pageRows);
}

bool GroupWriter::full() const {
  size_t bytes = 0;
  for (const ColumnWriter& writer : writers_) bytes += writer.bytes();
  return rows_ >= kGroupRows || bytes >= kGroupBytes;
}

bool GroupWriter::end(const Sink& sink, RowGroup& group) {
  group = {};
  group.rows = std::exchange(rows_, 0);
  bool written = true;
  for (ColumnWriter& writer : writers_) written = writer.finish(sink, group.columns.emplace_back()) && written;
  return written && !compressor_.failed();
}

}  // namespace tp::parquet
