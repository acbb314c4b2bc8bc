// Decompression of a whole source.
#pragma once

#include <memory>
#include <string_view>

#include "core/io/sources.h"

namespace tp {

enum class Compression : uint8_t { None, Gzip, Deflate, Zlib, Zstd };

// Recognises Gzip and Zstd by the first bytes; None for all else. (Deflate and Zlib have no signature.)
Compression compressionOf(Bytes head);

// One file that is being unpacked.
class UnpackedFile {
 public:
  virtual ~UnpackedFile() = default;

  // room() returns free space at the end, at least one byte; filled() says how many bytes of it were written.
  virtual std::span<std::byte> room() = 0;
  virtual void filled(size_t count) = 0;
  // Returns all that was filled. Must be the last call.
  virtual std::shared_ptr<ByteSource> finish() = 0;

  // Appends a copy of `bytes`.
  void append(Bytes bytes);
};

// Makes the files to which bytes are unpacked.
class UnpackStore {
 public:
  virtual ~UnpackStore() = default;
  virtual std::unique_ptr<UnpackedFile> file() = 0;
};

// Keeps unpacked files in this process's memory.
class MemoryStore final : public UnpackStore {
 public:
  std::unique_ptr<UnpackedFile> file() override;
};

struct UnpackedSource {
  std::shared_ptr<ByteSource> source;  // null if tooLarge
  // In bytes.
  uint64_t size = 0;
  uint32_t crc = 0;       // CRC-32 of the unpacked bytes, for Deflate only (zip states it)
  bool whole = false;     // the end was reached without an error
  bool tooLarge = false;  // stopped at the limit
  // Not whole because the checksum at the end (gzip's CRC, zstd's) does not match.
  bool wrongSum = false;
};

// Unpacks as much as can be read; stops with tooLarge when that is more than `limit` bytes.
UnpackedSource unpack(const ByteSource& packed, Compression compression, uint64_t limit, UnpackStore& store);

// Returns the CRC-32, as zip and gzip use it, of the whole source.
uint32_t crcOf(const ByteSource& source);

}  // namespace tp
