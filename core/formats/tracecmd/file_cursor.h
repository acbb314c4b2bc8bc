// Reads numbers and strings from a file, from an offset on. Reads the file in blocks. After a failure, numbers are 0,
// strings are empty, and failed() returns true.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/io/cursor.h"

namespace tp::tracecmd {

class FileCursor {
 public:
  // `source` outlives this object.
  FileCursor(const ByteSource& source, Endian endian, uint64_t offset = 0)
      : source_(&source), endian_(endian), offset_(offset) {}

  uint64_t offset() const { return offset_; }
  uint64_t remaining() const { return offset_ < source_->size() ? source_->size() - offset_ : 0; }
  bool failed() const { return failed_; }
  void fail() { failed_ = true; }
  void seek(uint64_t offset) { offset_ = offset; }
  void setEndian(Endian endian) { endian_ = endian; }

  uint8_t u8() { return number<uint8_t>(); }
  uint16_t u16() { return number<uint16_t>(); }
  uint32_t u32() { return number<uint32_t>(); }
  uint64_t u64() { return number<uint64_t>(); }

  // Fails, without allocating memory, if the file holds fewer bytes.
  std::vector<std::byte> bytes(uint64_t size) {
    if (size > remaining()) {
      failed_ = true;
      return {};
    }
    std::vector<std::byte> out = readAll(*source_, offset_, size);
    offset_ += size;
    return out;
  }
  std::string text(uint64_t size) {
    std::vector<std::byte> data = bytes(size);
    return std::string(asText(data));
  }
  // Reads up to a NUL byte. Fails if there is none within `most` bytes.
  std::string cString(size_t most = 4096) {
    std::string out;
    while (out.size() < most && !failed_) {
      char c = static_cast<char>(u8());
      if (c == '\0') return out;
      out += c;
    }
    failed_ = true;
    return {};
  }
  void skip(uint64_t size) {
    if (size > remaining()) failed_ = true;
    offset_ += std::min(size, remaining());
  }

 private:
  static constexpr uint64_t kBlock = 64 * 1024;

  template <class T>
  T number() {
    if (failed_ || sizeof(T) > remaining()) {
      failed_ = true;
      return 0;
    }
    if (offset_ < blockAt_ || offset_ + sizeof(T) > blockAt_ + block_.size()) {
      blockAt_ = offset_;
      block_ = readAll(*source_, offset_, kBlock);
      if (block_.size() < sizeof(T)) {
        failed_ = true;
        return 0;
      }
    }
    const std::byte* at = block_.data() + (offset_ - blockAt_);
    offset_ += sizeof(T);
    if constexpr (sizeof(T) == 1) {
      return static_cast<T>(*at);
    } else {
      return loadUnchecked<T>(at, endian_);
    }
  }

  const ByteSource* source_;
  Endian endian_;
  uint64_t offset_;
  bool failed_ = false;
  uint64_t blockAt_ = 0;
  std::vector<std::byte> block_;
};

}  // namespace tp::tracecmd
