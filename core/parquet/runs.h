// Small numbers as runs of equal ones, and bit-packed between these (Encodings.md, RLE / bit-packing hybrid).
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tp::parquet {

// Appends numbers without their length in bytes. No bit above the lowest `width` (1 to 32) may be set.
void appendRuns(std::string& out, std::span<const int64_t> numbers, int width);

// Appends the definition levels of a page of version 1, with their length: 1 for a value, 0 for NULL. `values` is how
// many of them are 1.
void appendLevels(std::string& out, std::span<const uint8_t> levels, size_t values);

}  // namespace tp::parquet
