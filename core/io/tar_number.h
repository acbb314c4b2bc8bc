// Fields of tar headers.
#pragma once

#include "core/io/byte_source.h"

namespace tp {

inline constexpr size_t kTarBlock = 512;

// Returns the text of the field of `size` bytes at `at`, up to its first NUL.
std::string_view tarField(Bytes header, size_t at, size_t size);
// Reads octal digits or, if the highest bit is set, a base-256 number. Returns false if the field is neither.
bool tarNumber(Bytes header, size_t at, size_t size, uint64_t& value);

}  // namespace tp
