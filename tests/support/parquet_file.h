// Reads Parquet files as core/parquet writes them, by the specification, so that tests see what is in them. Nothing is
// shared with the writer.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tp::test {

// A value of Thrift's compact protocol. What it has not is empty.
struct ThriftValue {
  int64_t number = 0;
  std::string bytes;
  std::vector<ThriftValue> elements;
  std::map<int, ThriftValue> fields;

  // Fails the test if the field is not there.
  const ThriftValue& at(int field) const;
  bool has(int field) const { return fields.count(field) > 0; }
};

// Reads a struct from the front of `bytes`, and takes it away.
ThriftValue readThrift(std::string_view& bytes);

// Reads as many numbers of DELTA_BINARY_PACKED as its head says, and takes them away.
std::vector<int64_t> readDelta(std::string_view& bytes);
// Reads `count` numbers of the RLE / bit-packing hybrid, and takes them away.
std::vector<int64_t> readRuns(std::string_view& bytes, int width, size_t count);

struct ParquetColumn {
  std::string name;
  std::string type;                                // INT64, DOUBLE, TEXT
  std::vector<std::optional<std::string>> values;  // as text; none: NULL
  // By row group.
  std::vector<ThriftValue> metadata;            // ColumnMetaData
  std::vector<std::vector<int64_t>> encodings;  // of each data page
};

struct ParquetFile {
  ThriftValue footer;
  std::vector<ParquetColumn> columns;
};

// Fails the test if the bytes are no file.
ParquetFile readParquet(std::string_view bytes);

}  // namespace tp::test
