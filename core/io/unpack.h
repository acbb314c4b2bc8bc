// Decompression of a whole source into memory.
#pragma once

#include <memory>

#include "core/io/sources.h"

namespace tp {

enum class Compression : uint8_t { None, Gzip, Deflate, Zlib, Zstd };

// By the first bytes, as far as they tell a file: neither Deflate nor Zlib.
Compression compressionOf(Bytes head);

struct Unpacked {
  std::shared_ptr<BlockSource> source;
  bool whole = false;     // the end was reached, and nothing was wrong until there
  bool tooLarge = false;  // stopped at the limit
};

// As much as can be had, at most `limit` bytes.
Unpacked unpack(const ByteSource& packed, Compression compression, uint64_t limit);

}  // namespace tp
