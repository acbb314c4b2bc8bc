// Writes the fields of a message in the wire format of protocol buffers, one after the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/io/varint.h"

namespace tp::protobuf {

// For uint32, uint64, bool and enum, and for int32 and int64 in two's complement.
inline void number(std::string& out, uint32_t field, uint64_t value) {
  appendVarint(out, uint64_t{field} << 3);
  appendVarint(out, value);
}

// For string, bytes, or a message that was written separately.
inline void bytes(std::string& out, uint32_t field, std::string_view value) {
  appendVarint(out, uint64_t{field} << 3 | 2);
  appendVarint(out, value.size());
  out += value;
}

}  // namespace tp::protobuf
