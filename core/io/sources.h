// Sources made of others, or of memory in pieces.
#pragma once

#include "core/io/byte_source.h"

namespace tp {

// A range of another source.
class SliceSource final : public ByteSource {
 public:
  // Cut to what `base` has.
  SliceSource(std::shared_ptr<ByteSource> base, uint64_t offset, uint64_t size);

  uint64_t size() const override { return size_; }
  size_t read(uint64_t offset, std::span<std::byte> out) const override;
  Bytes view(uint64_t offset, uint64_t length) const override;
  void adviseDontNeed(uint64_t offset, uint64_t length) const override;
  SourceChange change() const override { return base_->change(); }
  void look() const override { base_->look(); }
  const ByteSource& origin(uint64_t& offset) const override;

 private:
  std::shared_ptr<ByteSource> base_;
  uint64_t offset_;
  uint64_t size_;
};

// Memory that grows at its end without ever moving.
class BlockSource final : public ByteSource {
 public:
  uint64_t size() const override { return size_; }
  size_t read(uint64_t offset, std::span<std::byte> out) const override;
  // Only within one block.
  Bytes view(uint64_t offset, uint64_t length) const override;
  bool inMemory() const override { return true; }

  // Room at the end, one byte or more, and how much of it has been filled.
  std::span<std::byte> room();
  void filled(size_t count) { size_ += count; }
  // Nothing more will be filled: room that was not needed is given back.
  void trim();

 private:
  static constexpr size_t kBlock = size_t{4} << 20;

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  uint64_t size_ = 0;
};

}  // namespace tp
