// Turns bytes of a trace into numbers: bounds-checked, in the byte order of the trace. All parsing of input goes
// through it.
//
// A Cursor never reads outside its span. The first read that does not fit sets failed(), and from then on reads yield
// zeros and empty spans, so that a parser may read a whole structure and check once.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/io/byte_source.h"

namespace tp {

enum class Endian : uint8_t { Little, Big };

namespace detail {
inline uint16_t swapBytes(uint16_t v) {
  return __builtin_bswap16(v);
}
inline uint32_t swapBytes(uint32_t v) {
  return __builtin_bswap32(v);
}
inline uint64_t swapBytes(uint64_t v) {
  return __builtin_bswap64(v);
}
}  // namespace detail

// Reads an unsigned integer from memory whose bounds the caller has checked. All hosts that we build for are little
// endian.
template <class T>
inline T loadUnchecked(const std::byte* at, Endian endian) {
  T v;
  std::memcpy(&v, at, sizeof v);
  return endian == Endian::Little ? v : detail::swapBytes(v);
}

// The other way round, as above.
template <class T>
inline void storeUnchecked(T value, Endian endian, std::byte* at) {
  if (endian == Endian::Big) value = detail::swapBytes(value);
  std::memcpy(at, &value, sizeof value);
}

class Cursor {
 public:
  Cursor() = default;
  explicit Cursor(Bytes bytes, Endian endian = Endian::Little) : bytes_(bytes), endian_(endian) {}

  size_t position() const { return position_; }
  size_t size() const { return bytes_.size(); }
  size_t remaining() const { return bytes_.size() - position_; }
  bool atEnd() const { return remaining() == 0; }
  bool failed() const { return failed_; }
  Endian endian() const { return endian_; }

  // Moves to an absolute position; fails beyond the end.
  void seek(size_t position);
  void skip(uint64_t count) { take(count); }
  // Moves up to the next multiple of `alignment` (a power of two), counted from the start of the span.
  void align(size_t alignment) {
    size_t rest = position_ & (alignment - 1);
    if (rest != 0) take(alignment - rest);
  }

  uint8_t u8() {
    if (!take(1)) return 0;
    return static_cast<uint8_t>(bytes_[position_ - 1]);
  }
  uint16_t u16() { return number<uint16_t>(); }
  uint32_t u32() { return number<uint32_t>(); }
  uint64_t u64() { return number<uint64_t>(); }
  int8_t i8() { return static_cast<int8_t>(u8()); }
  int16_t i16() { return static_cast<int16_t>(u16()); }
  int32_t i32() { return static_cast<int32_t>(u32()); }
  int64_t i64() { return static_cast<int64_t>(u64()); }
  // Reads an unsigned integer of 1, 2, 4 or 8 bytes; any other size fails.
  uint64_t unsignedOf(size_t size) {
    switch (size) {
      case 1:
        return u8();
      case 2:
        return u16();
      case 4:
        return u32();
      case 8:
        return u64();
      default:
        failed_ = true;
        return 0;
    }
  }
  int64_t signedOf(size_t size) {
    switch (size) {
      case 1:
        return i8();
      case 2:
        return i16();
      case 4:
        return i32();
      default:
        return static_cast<int64_t>(unsignedOf(size));
    }
  }

  // Returns the next `count` bytes, not copied.
  Bytes bytes(uint64_t count);
  // Returns the text up to the next NUL, not copied, and skips the NUL; fails if there is none.
  std::string_view cString();

 private:
  bool take(uint64_t count) {
    if (failed_ || count > remaining()) {
      failed_ = true;
      return false;
    }
    position_ += static_cast<size_t>(count);
    return true;
  }
  template <class T>
  T number() {
    if (!take(sizeof(T))) return 0;
    return loadUnchecked<T>(bytes_.data() + position_ - sizeof(T), endian_);
  }

  Bytes bytes_;
  size_t position_ = 0;
  Endian endian_ = Endian::Little;
  bool failed_ = false;
};

// Iterates over the lines of a text. A line ends at '\n' (not part of it, nor is a '\r' before it) or at the end of
// the text.
class LineCursor {
 public:
  explicit LineCursor(std::string_view text) : text_(text) {}

  // Returns false when there is no further line. The line is a view into the text.
  bool next(std::string_view& line);
  // Byte offset of the line that next() returned last.
  size_t offset() const { return offset_; }

 private:
  std::string_view text_;
  size_t position_ = 0;
  size_t offset_ = 0;
};

}  // namespace tp
