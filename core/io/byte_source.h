// Where bytes come from: a file on disk, a File of the page, a member of an archive, or memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/io/status.h"

namespace tp {

using Bytes = std::span<const std::byte>;

// Random access to bytes that never change while the trace is open. Implementations may be called from one thread at a
// time.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  virtual uint64_t size() const = 0;

  // Copies up to out.size() bytes from `offset` into `out` and returns how many there were: fewer only at the end of
  // the source or on a read error (which looks like an end, because a reader can do nothing else with it).
  virtual size_t read(uint64_t offset, std::span<std::byte> out) const = 0;

  // The bytes [offset, offset+length) without a copy where the source lies in memory; empty where it does not, and then
  // the caller falls back to read(). The span lives as long as the source.
  virtual Bytes view(uint64_t offset, uint64_t length) const;

  // Nobody is about to read [offset, offset+length) again, though somebody may: where views cost memory, that may be
  // given back until then. They stay valid.
  virtual void passed(uint64_t offset, uint64_t length) const { (void)offset, (void)length; }

  // Whether its bytes are in memory, though perhaps not in one piece.
  virtual bool inMemory() const { return false; }

  // Of a part of another source, that source, with `offset` counted from its start; else itself. For whoever can read
  // the source by another way.
  virtual const ByteSource& origin(uint64_t& offset) const {
    (void)offset;
    return *this;
  }
};

// Bytes in memory, owned.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
  explicit MemorySource(std::string_view text);

  uint64_t size() const override { return bytes_.size(); }
  size_t read(uint64_t offset, std::span<std::byte> out) const override;
  Bytes view(uint64_t offset, uint64_t length) const override;
  bool inMemory() const override { return true; }

 private:
  std::vector<std::byte> bytes_;
};

// Reads [offset, offset+length) whole, cut at the end of the source; `limit` guards against a claimed length that is
// beyond reason (the result is then cut to it).
std::vector<std::byte> readAll(const ByteSource& source, uint64_t offset = 0, uint64_t length = ~uint64_t{0},
                               uint64_t limit = uint64_t{1} << 30);

// For loops through a file from front to back: what the processor fetches ahead by itself ends with each page of
// memory.
inline void fetchAhead(const std::byte* at) {
  constexpr uintptr_t kAhead = 1024;
  __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(at) + kAhead));
}

inline std::string_view asText(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace tp
