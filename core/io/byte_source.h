// Where bytes come from: a file on disk, a File of the page, a member of an archive, or memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/io/status.h"

namespace tp {

using Bytes = std::span<const std::byte>;

// How a source has changed since it was opened, as far as reads and look() have noticed.
struct SourceChange {
  enum class Kind : uint8_t { None, Changed, Gone, Unreadable };
  Kind kind = Kind::None;
  // Some of its bytes can't be read any more.
  bool cut = false;
};

// Random access to bytes that should not change while the trace is open; change() reports it if they do. Unless an
// implementation says more, it may be called from one thread at a time.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // In bytes, when it was opened.
  virtual uint64_t size() const = 0;

  // When the file was last changed, in ns since 1970, as it was when it was opened. nullopt if that is not known, as of
  // bytes in memory.
  virtual std::optional<int64_t> changedAt() const { return std::nullopt; }

  // Copies up to out.size() bytes from `offset` into `out` and returns their number. It is less than out.size() only at
  // the end of the source, or if bytes can't be read any more, which change() reports from then on.
  virtual size_t read(uint64_t offset, std::span<std::byte> out) const = 0;

  // Returns the bytes [offset, offset+length), cut at the end, without a copy if the source lies in memory in one
  // piece. Otherwise returns an empty span, and the caller uses read(). The span is valid as long as the source.
  virtual Bytes view(uint64_t offset, uint64_t length) const;

  // Says that [offset, offset+length) is not expected to be read again soon. If views cost memory, the source may
  // release it until the next access. Views stay valid.
  virtual void adviseDontNeed(uint64_t offset, uint64_t length) const { (void)offset, (void)length; }

  // Cheap, and may be called from any thread.
  virtual SourceChange change() const { return {}; }
  // Compares the source with what was opened and updates change(). Takes some microseconds.
  virtual void look() const {}

  // Whether all bytes are in memory, though perhaps not in one piece.
  virtual bool inMemory() const { return false; }

  // For a part of another source, returns that source and adds the part's place in it to `offset`; otherwise returns
  // itself. Used where the underlying source can be read in another way.
  virtual const ByteSource& origin(uint64_t& offset) const {
    (void)offset;
    return *this;
  }
};

// Owns bytes in memory.
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

// Reads [offset, offset+length), cut at the end of the source and to `limit` bytes, which guards against an
// unreasonable length that a file claims. Returns fewer bytes if the source can't be read any more.
std::vector<std::byte> readAll(const ByteSource& source, uint64_t offset = 0, uint64_t length = ~uint64_t{0},
                               uint64_t limit = uint64_t{1} << 30);

// For loops through a file from front to back: the processor's own prefetching stops at the end of each page of memory.
inline void fetchAhead(const std::byte* at) {
  constexpr uintptr_t kAhead = 1024;
  // By way of an integer: a pointer itself may not be moved beyond what it points into, and the end may be nearer.
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(at) + kAhead));
}

inline std::string_view asText(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace tp
