// Reads numbers of any number of bits at any bit of a packet, in either byte order.
#pragma once

#include "core/io/cursor.h"

namespace tp::ctf {

// Positions are in bits from the beginning of the packet. The first read beyond the limit sets failed(); from then on
// reads yield zeros.
class BitReader {
 public:
  // `data` begins at bit `begin` of the packet, a multiple of 8. Nothing is read from `limit` on, nor behind `data`.
  BitReader(const Bytes& data, uint64_t begin, uint64_t limit)
      : data_(data.data()), begin_(begin), limit_(std::min<uint64_t>(limit, begin + data.size() * uint64_t{8})) {}

  uint64_t at() const { return at_; }
  void seek(uint64_t at) { at_ = at; }
  bool failed() const { return failed_; }
  uint64_t left() const { return at_ < limit_ ? limit_ - at_ : 0; }

  // `alignment` is a power of two.
  void align(uint32_t alignment) { at_ = (at_ + alignment - 1) & ~uint64_t{alignment - 1}; }
  void skip(uint64_t bits) {
    if (bits > left()) return fail();
    at_ += bits;
  }
  // Fails if the position is beyond the limit, as after align().
  void check() {
    if (at_ > limit_) fail();
  }

  // Returns an integer of up to 64 bits.
  uint64_t number(unsigned size, Endian endian) {
    if (failed_ || !has(size)) {
      fail();
      return 0;
    }
    const uint64_t out = numberAhead(0, size, endian);
    at_ += size;
    return out;
  }

  // Whether so many bits follow, which numberAhead() may then read, and pass() may pass over.
  bool has(uint64_t bits) const { return bits <= left() && at_ >= begin_; }
  // Returns the integer that begins so many bits behind the position.
  uint64_t numberAhead(uint64_t ahead, unsigned size, Endian endian) const {
    const uint64_t at = at_ + ahead;
    const std::byte* from = data_ + ((at - begin_) >> 3);
    const unsigned within = static_cast<unsigned>(at & 7);
    if (within == 0) {
      if (size == 32) return loadUnchecked<uint32_t>(from, endian);
      if (size == 64) return loadUnchecked<uint64_t>(from, endian);
      if (size == 16) return loadUnchecked<uint16_t>(from, endian);
      if (size == 8) return static_cast<uint8_t>(*from);
    }
    return endian == Endian::Little ? little(from, within, size) : big(from, within, size);
  }
  void pass(uint64_t bits) { at_ += bits; }

  // The position must be that of a byte. Returns the next `count` bytes; none if there are fewer.
  Bytes bytes(uint64_t count) {
    if (failed_ || count > left() / 8 || at_ < begin_ || (at_ & 7) != 0) {
      fail();
      return {};
    }
    const Bytes out(data_ + ((at_ - begin_) >> 3), static_cast<size_t>(count));
    at_ += count * 8;
    return out;
  }

  // As bytes(), up to a NUL of `width` bytes, which is skipped; fails if there is none.
  Bytes text(size_t width) {
    const uint64_t most = left() / 8;
    if (failed_ || at_ < begin_ || (at_ & 7) != 0) {
      fail();
      return {};
    }
    const std::byte* from = data_ + ((at_ - begin_) >> 3);
    uint64_t size = 0;
    if (width == 1) {
      const void* nul = most == 0 ? nullptr : std::memchr(from, 0, static_cast<size_t>(most));
      size = nul == nullptr ? most : static_cast<uint64_t>(static_cast<const std::byte*>(nul) - from);
    } else {
      const std::byte zeros[4] = {};
      while (size + width <= most && std::memcmp(from + size, zeros, width) != 0) size += width;
    }
    if (size + width > most) {
      fail();
      return {};
    }
    at_ += (size + width) * 8;
    return {from, static_cast<size_t>(size)};
  }

  void fail() {
    failed_ = true;
    at_ = limit_;
  }

 private:
  static uint64_t masked(uint64_t value, unsigned size) {
    return size < 64 ? value & ((uint64_t{1} << size) - 1) : value;
  }
  static uint64_t little(const std::byte* from, unsigned within, unsigned size) {
    const unsigned count = (within + size + 7) / 8;
    uint64_t value = 0;
    // The usual size of LTTng's compact headers.
    if (count == 4) return masked(loadUnchecked<uint32_t>(from, Endian::Little) >> within, size);
    for (unsigned i = 0; i < count && i < 8; ++i) value |= static_cast<uint64_t>(from[i]) << (8 * i);
    value >>= within;
    if (count == 9) value |= static_cast<uint64_t>(from[8]) << (64 - within);
    return masked(value, size);
  }
  static uint64_t big(const std::byte* from, unsigned within, unsigned size) {
    const unsigned count = (within + size + 7) / 8, behind = count * 8 - within - size;
    uint64_t value = 0;
    for (unsigned i = 0; i + 1 < count; ++i) value = value << 8 | static_cast<uint64_t>(from[i]);
    // Of the last byte, only the bits before `behind`.
    value = value << (8 - behind) | static_cast<uint64_t>(from[count - 1]) >> behind;
    return masked(value, size);
  }

  const std::byte* data_;
  uint64_t begin_;
  uint64_t limit_;
  uint64_t at_ = 0;
  bool failed_ = false;
};

// Returns the bits of a number in the other order.
inline uint64_t reversedBits(uint64_t value, unsigned size) {
  uint64_t out = 0;
  for (unsigned i = 0; i < size; ++i) out |= (value >> i & 1) << (size - 1 - i);
  return out;
}

inline uint64_t signExtended(uint64_t value, unsigned size) {
  if (size == 0 || size >= 64) return value;
  const uint64_t sign = uint64_t{1} << (size - 1);
  return (value ^ sign) - sign;
}

// Reads an integer of any length, seven bits a byte, of which the low 64 bits are kept. `bits` is how many it had.
inline uint64_t readVariable(BitReader& in, bool isSigned, unsigned& bits) {
  uint64_t value = 0;
  bits = 0;
  while (!in.failed()) {
    const uint64_t byte = in.number(8, Endian::Little);
    if (bits < 64) value |= (byte & 127) << bits;
    bits += bits < 1024 ? 7 : 0;
    if ((byte & 128) == 0) break;
  }
  return isSigned && bits < 64 ? signExtended(value, bits) : value;
}

}  // namespace tp::ctf
