// Appends numbers and texts to bytes, in the byte order of a trace.
#pragma once

#include <string_view>
#include <vector>

#include "core/io/cursor.h"

namespace tp {

class ByteWriter {
 public:
  explicit ByteWriter(Endian endian) : endian_(endian) {}

  void u8(uint64_t value) { number(value, 1); }
  void u16(uint64_t value) { number(value, 2); }
  void u32(uint64_t value) { number(value, 4); }
  void u64(uint64_t value) { number(value, 8); }
  void bytes(Bytes bytes) { out_.insert(out_.end(), bytes.begin(), bytes.end()); }
  void text(std::string_view text) { bytes(std::as_bytes(std::span(text.data(), text.size()))); }
  // With a NUL byte behind it.
  void cString(std::string_view text) {
    this->text(text);
    out_.push_back(std::byte{0});
  }

  size_t size() const { return out_.size(); }
  Bytes view() const { return out_; }
  std::vector<std::byte> take() { return std::move(out_); }

 private:
  void number(uint64_t value, int size) {
    for (int i = 0; i < size; ++i)
      out_.push_back(static_cast<std::byte>(value >> 8 * (endian_ == Endian::Little ? i : size - 1 - i)));
  }

  const Endian endian_;
  std::vector<std::byte> out_;
};

}  // namespace tp
