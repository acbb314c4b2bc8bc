#include "core/parquet/file_writer.h"

#include <utility>

namespace tp::parquet {

FileWriter::FileWriter(std::vector<Column> columns, Codec codec, Sink sink)
    : columns_(std::move(columns)), codec_(codec), sink_(std::move(sink)) {
  write(kMark);
}

bool FileWriter::write(std::string_view bytes) {
  failed_ = failed_ || !sink_(bytes);
  offset_ += bytes.size();
  return !failed_;
}

bool FileWriter::addGroup(GroupWriter& group) {
  if (group.rows() == 0) return !failed_;
  RowGroup ended;
  const uint64_t offset = offset_;
  failed_ = !group.end([this](std::string_view bytes) { return write(bytes); }, ended) || failed_;
  ended.offset = offset;
  rows_ += ended.rows;
  groups_.push_back(std::move(ended));
  return !failed_;
}

bool FileWriter::addGroup(RowGroup group, std::string_view pages) {
  group.offset = offset_;
  rows_ += group.rows;
  groups_.push_back(std::move(group));
  return write(pages);
}

bool FileWriter::finish() {
  if (failed_) return false;
  std::string footer;
  appendFooter(footer, columns_, codec_, groups_);
  return write(footer);
}

}  // namespace tp::parquet
