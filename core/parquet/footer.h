// The end of a Parquet file: the schema, and where each column of each row group lies.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/parquet/column_writer.h"
#include "core/parquet/format.h"

namespace tp::parquet {

struct RowGroup {
  uint64_t offset = 0;  // of its first page in the file
  uint64_t rows = 0;
  std::vector<ColumnChunk> columns;  // one behind the other
};

// Appends what follows the last row group: FileMetaData, its length, and the mark of the format.
void appendFooter(std::string& out, std::span<const Column> columns, Codec codec, std::span<const RowGroup> groups);

// What a file begins and ends with.
inline constexpr std::string_view kMark = "PAR1";

}  // namespace tp::parquet
