// Writes the wire form of protocol buffers: fields of a message, one after the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tp::protobuf {

inline void varint(std::string& out, uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

// uint32, uint64, bool, enum; int32 and int64 in two's complement.
inline void number(std::string& out, uint32_t field, uint64_t value) {
  varint(out, uint64_t{field} << 3);
  varint(out, value);
}

// string, bytes, or a message written elsewhere.
inline void bytes(std::string& out, uint32_t field, std::string_view value) {
  varint(out, uint64_t{field} << 3 | 2);
  varint(out, value.size());
  out += value;
}

}  // namespace tp::protobuf
