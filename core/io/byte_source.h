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

// What has become of a source since it was opened, as far as that has shown.
struct SourceChange {
  enum class Kind : uint8_t { None, Changed, Gone, Unreadable };
  Kind kind = Kind::None;
  bool cut = false;  // bytes that it had can't be read any more
};

// Random access to bytes that should never change while the trace is open; change() says where they have.
// Implementations may be called from one thread at a time.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // In bytes, as it was opened.
  virtual uint64_t size() const = 0;

  // Copies up to out.size() bytes from `offset` into `out` and returns how many there were: fewer only at the end of
  // the source, or where they can't be read any more, which change() tells from then on.
  virtual size_t read(uint64_t offset, std::span<std::byte> out) const = 0;

  // The bytes [offset, offset+length) without a copy where the source lies in memory; empty where it does not, and then
  // the caller falls back to read(). The span lives as long as the source.
  virtual Bytes view(uint64_t offset, uint64_t length) const;

  // Nobody is about to read [offset, offset+length) again, though somebody may: where views cost memory, that may be
  // given back until then. They stay valid.
  virtual void adviseDontNeed(uint64_t offset, uint64_t length) const { (void)offset, (void)length; }

  // Costs next to nothing, and may be called from any thread.
  virtual SourceChange change() const { return {}; }
  // Compares the source with what it was when it was opened, for change(): some microseconds.
  virtual void look() const {}

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
