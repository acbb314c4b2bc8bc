// What a Parquet file is made of. Numbers are those of parquet.thrift in apache/parquet-format.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace tp::parquet {

// Integer: INT64. Real: DOUBLE. Text: BYTE_ARRAY with the logical type STRING, which is UTF-8.
enum class Type : uint8_t { Integer, Real, Text };

enum class Codec : uint8_t { None = 0, Zstd = 6 };

enum class Encoding : uint8_t {
  Plain = 0,
  Rle = 3,
  DeltaBinaryPacked = 5,
  DeltaLengthByteArray = 6,
  RleDictionary = 8,
};

// Any value of a column may be NULL.
struct Column {
  std::string name;  // what is not UTF-8 in it is replaced
  Type type = Type::Integer;
};

// Takes the bytes of a file from front to back. Returns false if it can take no more: nothing further is written.
using Sink = std::function<bool(std::string_view bytes)>;

}  // namespace tp::parquet
