// Integers of as many bytes as they need: seven bits a byte, the lowest first, the highest bit says that more follow
// (LEB128, as protocol buffers, Thrift and Parquet have it).
#pragma once

#include <cstdint>
#include <string>

namespace tp {

inline void appendVarint(std::string& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

// Numbers near 0 become small ones, whatever their sign: 0, -1, 1, -2 are 0, 1, 2, 3.
constexpr uint64_t zigzag(int64_t value) {
  return static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63);
}

}  // namespace tp
