// FileWriter writes a table as a Parquet file, from front to back.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/parquet/footer.h"
#include "core/parquet/format.h"
#include "core/parquet/group_writer.h"

namespace tp::parquet {

class FileWriter {
 public:
  // Columns must have different names.
  FileWriter(std::vector<Column> columns, Codec codec, Sink sink);
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  // Row groups by whoever encodes them. All of these return false if the file can't be written any more.
  //
  // Ends the row group, if it has rows.
  bool addGroup(GroupWriter& group);
  // Of a row group that was ended before, `pages` are the bytes that it has written.
  bool addGroup(RowGroup group, std::string_view pages);
  // Completes the file.
  bool finish();
  // Of the row groups so far.
  uint64_t rows() const { return rows_; }

  const std::vector<Column>& columns() const { return columns_; }
  Codec codec() const { return codec_; }

 private:
  bool write(std::string_view bytes);

  const std::vector<Column> columns_;
  const Codec codec_;
  Sink sink_;
  std::vector<RowGroup> groups_;
  uint64_t rows_ = 0;    // of groups_
  uint64_t offset_ = 0;  // bytes that were written
  bool failed_ = false;
};

}  // namespace tp::parquet
