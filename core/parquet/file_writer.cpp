#include "core/parquet/file_writer.h"

#include <algorithm>
#include <utility>

namespace tp::parquet {

FileWriter::FileWriter(std::vector<Column> columns, Codec codec, Sink sink)
    : columns_(std::move(columns)), sink_(std::move(sink)), compressor_(codec) {
  const size_t pageRows = kPageValues / std::max<size_t>(columns_.size(), kPageValues / kPageRows);
  for (const Column& column : columns_) writers_.emplace_back(column.type, compressor_, pageRows);
  write(kMark);
}

bool FileWriter::write(std::string_view bytes) {
  failed_ = failed_ || compressor_.failed() || !sink_(bytes);
  offset_ += bytes.size();
  return !failed_;
}

bool FileWriter::endRows(size_t count) {
  groupRows_ += count;
  size_t bytes = 0;
  for (const ColumnWriter& writer : writers_) bytes += writer.bytes();
  if (groupRows_ >= kGroupRows || bytes >= kGroupBytes) endGroup();
  return !failed_;
}

bool FileWriter::endGroup() {
  if (groupRows_ == 0) return !failed_;
  RowGroup group;
  group.offset = offset_;
  group.rows = std::exchange(groupRows_, 0);
  for (ColumnWriter& writer : writers_)
    writer.finish([this](std::string_view bytes) { return write(bytes); }, group.columns.emplace_back());
  rows_ += group.rows;
  groups_.push_back(std::move(group));
  return !failed_;
}

bool FileWriter::finish() {
  if (!endGroup()) return false;
  std::string footer;
  appendFooter(footer, columns_, compressor_.codec(), groups_);
  return write(footer);
}

}  // namespace tp::parquet
