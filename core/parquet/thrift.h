// Writes a message in Thrift's compact protocol (thrift-compact-protocol.md), which Parquet has its headers and footers
// in. Fields must come in ascending order of their numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/varint.h"

namespace tp::parquet {

class ThriftWriter {
 public:
  // The types of the protocol.
  enum class Type : uint8_t { Int32 = 5, Int64 = 6, Binary = 8, List = 9, Struct = 12 };

  // Appends to `out`, which must outlive this. The outermost struct is begun.
  explicit ThriftWriter(std::string& out) : out_(out) {}

  void int32(int field, int32_t value) {
    header(field, Type::Int32);
    appendVarint(out_, zigzag(value));
  }
  void int64(int field, int64_t value) {
    header(field, Type::Int64);
    appendVarint(out_, zigzag(value));
  }
  void binary(int field, std::string_view value) {
    header(field, Type::Binary);
    element(value);
  }
  // So many elements must follow.
  void list(int field, Type elements, size_t count) {
    header(field, Type::List);
    const auto type = static_cast<uint8_t>(elements);
    if (count < 15) {
      out_ += static_cast<char>(count << 4 | type);
    } else {
      out_ += static_cast<char>(0xf0 | type);
      appendVarint(out_, count);
    }
  }
  // Elements of a list.
  void element(int32_t value) { appendVarint(out_, zigzag(value)); }
  void element(std::string_view value) {
    appendVarint(out_, value.size());
    out_ += value;
  }
  void beginElement() { last_.push_back(0); }
  // A struct, as a field or as an element, lasts until end().
  void begin(int field) {
    header(field, Type::Struct);
    last_.push_back(0);
  }
  void end() {
    out_ += '\0';
    last_.pop_back();
  }

 private:
  void header(int field, Type type) {
    const int step = field - last_.back();
    last_.back() = field;
    const auto code = static_cast<uint8_t>(type);
    if (step < 16) {
      out_ += static_cast<char>(step << 4 | code);
    } else {
      out_ += static_cast<char>(code);
      appendVarint(out_, zigzag(field));
    }
  }

  std::string& out_;
  std::vector<int> last_ = {0};  // the last field of each struct that is open
};

}  // namespace tp::parquet
