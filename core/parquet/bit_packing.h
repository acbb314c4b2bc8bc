// Values of a fixed number of bits, one behind the other, the lowest bits first (Encodings.md, RLE, note 1).
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

namespace tp::parquet {

static_assert(std::endian::native == std::endian::little, "words are written as they are in memory");

// How many bits the value needs.
constexpr int bitsOf(uint64_t value) {
  return 64 - std::countl_zero(value);
}

// Appends `count` values, of which no bit above the lowest `width` (0 to 64) may be set. The last byte is filled up
// with zeros.
inline void appendPacked(std::string& out, const uint64_t* values, size_t count, int width) {
  const size_t begin = out.size();
  // Whole words are stored; what is too much is cut off again.
  const size_t bytes = (count * static_cast<size_t>(width) + 7) / 8;
  out.resize(begin + bytes + sizeof(uint64_t));
  char* to = out.data() + begin;
  uint64_t word = 0;
  int used = 0;
  for (size_t i = 0; i < count; ++i) {
    word |= values[i] << used;
    used += width;
    if (used < 64) continue;
    std::memcpy(to, &word, sizeof word);
    to += sizeof word;
    used -= 64;
    word = used == 0 ? 0 : values[i] >> (width - used);
  }
  std::memcpy(to, &word, sizeof word);
  out.resize(begin + bytes);
}

}  // namespace tp::parquet
