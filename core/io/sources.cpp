#include "core/io/sources.h"

#include <algorithm>
#include <cstring>

namespace tp {

SliceSource::SliceSource(std::shared_ptr<ByteSource> base, uint64_t offset, uint64_t size)
    : base_(std::move(base)),
      offset_(std::min(offset, base_->size())),
      size_(std::min(size, base_->size() - offset_)) {}

size_t SliceSource::read(uint64_t offset, std::span<std::byte> out) const {
  if (offset >= size_) return 0;
  size_t length = static_cast<size_t>(std::min<uint64_t>(out.size(), size_ - offset));
  return base_->read(offset_ + offset, out.first(length));
}

Bytes SliceSource::view(uint64_t offset, uint64_t length) const {
  if (offset >= size_) return {};
  return base_->view(offset_ + offset, std::min(length, size_ - offset));
}

void SliceSource::adviseDontNeed(uint64_t offset, uint64_t length) const {
  if (offset < size_) base_->adviseDontNeed(offset_ + offset, std::min(length, size_ - offset));
}

const ByteSource& SliceSource::origin(uint64_t& offset) const {
  offset += offset_;
  return base_->origin(offset);
}

size_t BlockSource::read(uint64_t offset, std::span<std::byte> out) const {
  size_t done = 0;
  while (done < out.size() && offset < size_) {
    size_t within = static_cast<size_t>(offset % kBlock);
    size_t count = std::min({out.size() - done, kBlock - within, static_cast<size_t>(size_ - offset)});
    std::memcpy(out.data() + done, blocks_[static_cast<size_t>(offset / kBlock)].get() + within, count);
    done += count;
    offset += count;
  }
  return done;
}

Bytes BlockSource::view(uint64_t offset, uint64_t length) const {
  if (offset >= size_) return {};
  length = std::min(length, size_ - offset);
  size_t within = static_cast<size_t>(offset % kBlock);
  if (length > kBlock - within) return {};
  return {blocks_[static_cast<size_t>(offset / kBlock)].get() + within, static_cast<size_t>(length)};
}

std::span<std::byte> BlockSource::room() {
  size_t within = static_cast<size_t>(size_ % kBlock);
  if (size_ / kBlock == blocks_.size()) blocks_.emplace_back(new std::byte[kBlock]);
  return {blocks_.back().get() + within, kBlock - within};
}

void BlockSource::trim() {
  size_t within = static_cast<size_t>(size_ % kBlock);
  blocks_.resize(static_cast<size_t>(size_ / kBlock) + (within > 0 ? 1 : 0));
  if (within == 0) return;
  std::unique_ptr<std::byte[]> exact(new std::byte[within]);
  std::memcpy(exact.get(), blocks_.back().get(), within);
  blocks_.back() = std::move(exact);
}

}  // namespace tp
