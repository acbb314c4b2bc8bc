#include "core/formats/lttng/sub_buffer_cut.h"

#include <algorithm>

namespace tp::lttng {
namespace {

constexpr size_t kPage = 4096;
constexpr size_t kMaxPadding = size_t{64} << 20;
// Where the headers have what a cut changes; sub_buffer.cpp has the whole.
constexpr size_t kEndOfBlock = 16, kEndOfSubBuffer = 8;
constexpr size_t kPaddingOfBlock = 32, kSizeOfBlock = 36;
constexpr size_t kDataOfSubBuffer = 52, kSizeOfSubBuffer = 56, kLost = 60, kCorrupt = 64;

}  // namespace

SubBufferCut::SubBufferCut(Bytes head, const SubBuffer& header)
    : header_(header), layout_(header.layout), out_(head.begin(), head.begin() + layout_.headerSize) {}

void SubBufferCut::put32(size_t at, uint32_t value) {
  storeUnchecked(value, layout_.endian, out_.data() + at);
}

void SubBufferCut::put64(size_t at, uint64_t value) {
  storeUnchecked(value, layout_.endian, out_.data() + at);
}

void SubBufferCut::align(unsigned alignment) {
  while (out_.size() % alignment != 0) out_.push_back(std::byte{0});
}

// Copies a part of an event's header, and returns where it ends.
size_t SubBufferCut::copy(Bytes raw, size_t at, size_t size) {
  const Bytes part = raw.subspan(std::min(at, raw.size()), std::min(size, raw.size() - std::min(at, raw.size())));
  out_.insert(out_.end(), part.begin(), part.end());
  return at + size;
}

size_t SubBufferCut::skipPadding(uint64_t position, size_t at, unsigned alignment) const {
  return at + static_cast<size_t>(-(position + at) & (alignment - 1));
}

// As EventReader::header2() reads it.
void SubBufferCut::header2(const RawEvent& event, Bytes raw, uint64_t position) {
  constexpr uint32_t kFullTsc = 29, kExtended = 31;
  constexpr uint16_t kSizeElsewhere = 0xffff;
  const unsigned wordAlign = layout_.aligned(sizeof(uint32_t), layout_.alignment);
  const unsigned tscAlign = layout_.aligned(sizeof(uint64_t), layout_.alignment);
  size_t at = skipPadding(position, 0, wordAlign);
  align(wordAlign);
  const uint32_t kind = loadUnchecked<uint32_t>(raw.data() + at, layout_.endian) >> 27;
  at = copy(raw, at, sizeof(uint32_t));
  if (kind >= kFullTsc) {
    at = copy(raw, at, sizeof(uint16_t));
    if (kind < kExtended) {
      const bool elsewhere = loadUnchecked<uint16_t>(raw.data() + at, layout_.endian) == kSizeElsewhere;
      at = copy(raw, at, sizeof(uint16_t));
      if (elsewhere) at = copy(raw, at, sizeof(uint32_t));
    }
    if (kind == kFullTsc) {
      at = skipPadding(position, at, tscAlign);
      align(tscAlign);
      copy(raw, at, sizeof(uint64_t));
    }
  }
  if (event.marker != nullptr) align(event.marker->largest);
}

// Padding depends on the place of an event. A place before that in the other sub-buffer stays before it: the whole can
// only get shorter.
void SubBufferCut::add(const RawEvent& event, Bytes raw, uint64_t position, bool compact, Bytes payload) {
  if (empty_) setTsc(event.tsc);
  empty_ = false;
  if (!layout_.blocks()) {
    header2(event, raw, position);
  } else {
    const unsigned alignment = layout_.aligned(compact ? sizeof(uint32_t) : layout_.archSize, layout_.alignment);
    const size_t size = compact ? 4 : (layout_.heartbeat ? 4 : 8) + 4;
    align(alignment);
    copy(raw, skipPadding(position, 0, alignment), size);
    if (!compact) align(alignment);
  }
  out_.insert(out_.end(), payload.begin(), payload.end());
}

std::vector<std::byte> SubBufferCut::finish(uint64_t endTsc, uint32_t lost, uint32_t corrupt) {
  const size_t data = out_.size();
  // Sub-buffers of a file may differ in size from 2.5 on. An empty one is the only one of its file. One that says to be
  // much larger than the file gets no such padding.
  const bool fixed = layout_.before(2, 5) && !empty_ && header_.size <= data + kMaxPadding;
  const size_t size = fixed ? static_cast<size_t>(header_.size) : (data + kPage - 1) / kPage * kPage;
  const size_t padding = size - std::min(size, data);
  if (layout_.blocks()) {
    put64(kEndOfBlock, endTsc);
    put32(kPaddingOfBlock, static_cast<uint32_t>(padding));
    put32(kSizeOfBlock, static_cast<uint32_t>(size));
  } else {
    put64(kEndOfSubBuffer, endTsc);
    put32(kDataOfSubBuffer, static_cast<uint32_t>(layout_.before(2, 5) ? padding : data));
    put32(kSizeOfSubBuffer, static_cast<uint32_t>(size));
    if (!layout_.before(2, 2)) {
      put32(kLost, lost);
      put32(kCorrupt, corrupt);
    }
  }
  out_.resize(std::max(size, data));
  return std::move(out_);
}

}  // namespace tp::lttng
