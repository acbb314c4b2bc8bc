// If two workers of one process decode a stream, one for itself and one for a merge, one of them unpacks each
// compressed block and the other takes the result. Workers that share no memory do not use this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace tp {

// Unpacked bytes, in memory that is reused and not cleared first.
class Unpacked {
 public:
  bool good = false;  // false: unpacking failed

  std::span<const std::byte> bytes() const { return {bytes_.get(), size_}; }
  std::span<std::byte> room(size_t size) {
    if (size > capacity_) {
      bytes_.reset(new std::byte[size]);
      capacity_ = size;
    }
    size_ = size;
    return {bytes_.get(), size};
  }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

// One of the two sides that decode a stream. Its destruction says that it needs nothing more.
class UnpackEnd {
 public:
  virtual ~UnpackEnd() = default;

  using Unpack = std::function<void(Unpacked& out)>;
  // Returns the unpacked block at `offset`, from `unpack` or from the other side; valid until the next call. Offsets
  // must grow from call to call.
  virtual const Unpacked& get(uint64_t offset, const Unpack& unpack) = 0;
};

class UnpackExchange {
 public:
  enum class Side : uint8_t { Stream, Merge };

  virtual ~UnpackExchange() = default;

  // May be called once for each stream and side.
  virtual std::unique_ptr<UnpackEnd> end(uint32_t stream, Side side) = 0;
  // Whether so much of the stream waits for the merge that the stream's side should pause.
  virtual bool ahead(uint32_t stream) = 0;
};

}  // namespace tp
