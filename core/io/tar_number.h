// Numbers of tar headers.
#pragma once

#include "core/io/byte_source.h"

namespace tp {

inline constexpr size_t kTarBlock = 512;

// The text of a field, up to its NUL.
std::string_view tarField(Bytes header, size_t at, size_t size);
// Octal digits, or with the highest bit set, a number of base 256. False where it is neither.
bool tarNumber(Bytes header, size_t at, size_t size, uint64_t& value);

}  // namespace tp
