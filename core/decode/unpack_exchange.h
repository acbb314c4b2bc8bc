// Where a stream is decoded by two workers of one process, for itself and for a merge: what is packed in it, one
// unpacks and the other takes. Workers that share no memory have none of this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace tp {

// Bytes that were unpacked, in memory that is used again and not cleared first.
class Unpacked {
 public:
  bool good = false;  // false: they could not be

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

// One of the two who decode a stream. Gone, it needs nothing more.
class UnpackEnd {
 public:
  virtual ~UnpackEnd() = default;

  using Unpack = std::function<void(Unpacked& out)>;
  // What lies packed at `offset`, by `unpack` or by the other end; valid until the next call. Offsets grow from call to
  // call.
  virtual const Unpacked& get(uint64_t offset, const Unpack& unpack) = 0;
};

class UnpackExchange {
 public:
  enum class Side : uint8_t { Stream, Merge };

  virtual ~UnpackExchange() = default;

  // Each once.
  virtual std::unique_ptr<UnpackEnd> end(uint32_t stream, Side side) = 0;
  // Whether so much of the stream waits for the merge that nothing is gained by going on with it now.
  virtual bool ahead(uint32_t stream) = 0;
};

}  // namespace tp
