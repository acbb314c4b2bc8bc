// Integers as differences from one to the next (Encodings.md, DELTA_BINARY_PACKED).
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tp::parquet {

// Appends at least one value.
void appendDelta(std::string& out, std::span<const int64_t> values);

}  // namespace tp::parquet
