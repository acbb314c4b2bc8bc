// Decompression of a whole source, and where the bytes go.
#pragma once

#include <memory>
#include <string_view>

#include "core/io/sources.h"

namespace tp {

enum class Compression : uint8_t { None, Gzip, Deflate, Zlib, Zstd };

// By the first bytes, as far as they tell a file: neither Deflate nor Zlib.
Compression compressionOf(Bytes head);

// One file that is being unpacked: takes memory as bytes appear.
class UnpackedFile {
 public:
  virtual ~UnpackedFile() = default;

  // Room at the end, one byte or more, and how much of it has been filled.
  virtual std::span<std::byte> room() = 0;
  virtual void filled(size_t count) = 0;
  // All that was filled; the last call.
  virtual std::shared_ptr<ByteSource> finish() = 0;

  // Copies `bytes` to the end.
  void append(Bytes bytes);
};

// Where unpacked files lie.
class UnpackStore {
 public:
  virtual ~UnpackStore() = default;
  virtual std::unique_ptr<UnpackedFile> file() = 0;
};

// In this process's memory.
class MemoryStore final : public UnpackStore {
 public:
  std::unique_ptr<UnpackedFile> file() override;
};

struct UnpackedSource {
  std::shared_ptr<ByteSource> source;  // null where it is too large
  uint64_t size = 0;
  uint32_t crc = 0;       // of Deflate, as zip states it
  bool whole = false;     // the end was reached, and nothing was wrong until there
  bool tooLarge = false;  // stopped at the limit
  bool wrongSum = false;  // not whole because the checksum of the whole (gzip's CRC, zstd's) is another
};

// As much as can be had, at most `limit` bytes.
UnpackedSource unpack(const ByteSource& packed, Compression compression, uint64_t limit, UnpackStore& store);

// crc32 of zip and gzip over a whole source.
uint32_t crcOf(const ByteSource& source);

}  // namespace tp
