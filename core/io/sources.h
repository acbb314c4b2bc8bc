// Sources made of other sources, or of memory in blocks.
#pragma once

#include "core/io/byte_source.h"

namespace tp {

// A range of another source.
class SliceSource final : public ByteSource {
 public:
  // The range is cut to what `base` has.
  SliceSource(std::shared_ptr<ByteSource> base, uint64_t offset, uint64_t size);

  uint64_t size() const override { return size_; }
  size_t read(uint64_t offset, std::span<std::byte> out) const override;
  Bytes view(uint64_t offset, uint64_t length) const override;
  void adviseDontNeed(uint64_t offset, uint64_t length) const override;
  std::optional<int64_t> changedAt() const override { return base_->changedAt(); }
  SourceChange change() const override { return base_->change(); }
  void look() const override { base_->look(); }
  const ByteSource& origin(uint64_t& offset) const override;

 private:
  std::shared_ptr<ByteSource> base_;
  uint64_t offset_;
  uint64_t size_;
};

// Memory that grows at its end; its bytes never move.
class BlockSource final : public ByteSource {
 public:
  uint64_t size() const override { return size_; }
  size_t read(uint64_t offset, std::span<std::byte> out) const override;
  // Returns an empty span if the range crosses the end of a block.
  Bytes view(uint64_t offset, uint64_t length) const override;
  bool inMemory() const override { return true; }

  // room() returns free space at the end, at least one byte; filled() says how many bytes of it were written.
  std::span<std::byte> room();
  void filled(size_t count) { size_ += count; }
  // Releases space that was not needed. Nothing may be filled afterwards.
  void trim();

 private:
  static constexpr size_t kBlock = size_t{4} << 20;

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  uint64_t size_ = 0;
};

}  // namespace tp
