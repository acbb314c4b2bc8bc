#include "core/formats/perf/walk.h"

namespace tp::perf {
namespace {

// No record has a greater type; new ones are added one by one.
constexpr uint32_t kMaxType = 255;
// After damage, records begin at a multiple of this. (In a file without damage, they may begin anywhere.)
constexpr size_t kAlignment = 8;

bool isPlausible(const RecordHeader& header) {
  return header.type > 0 && header.type <= kMaxType && header.size >= kHeaderSize;
}

// Returns the bytes that follow a record and are not part of its size.
uint64_t bytesBehind(const RecordHeader& header, Bytes record, Endian endian) {
  if (header.type == kAuxTrace && record.size() >= kHeaderSize + 8)
    return loadUnchecked<uint64_t>(record.data() + kHeaderSize, endian);
  if (header.type != kTracingData || record.size() < kHeaderSize + 4) return 0;
  const uint64_t size = loadUnchecked<uint32_t>(record.data() + kHeaderSize, endian);
  return (size + 7) / 8 * 8;
}

}  // namespace

// Whether a record may begin here, and another one behind it.
bool RecordWalk::plausible(size_t at) const {
  for (int i = 0; i < 2; ++i) {
    if (at + kHeaderSize > data_.size()) return i > 0;
    const RecordHeader header = readHeader(data_.data() + at, endian_);
    if (!isPlausible(header) || header.size % kAlignment != 0) return false;
    at += header.size;
  }
  return true;
}

bool RecordWalk::next(WalkedRecord& out) {
  const size_t from = at_;
  if (data_.size() - at_ < kHeaderSize) {
    if (!end_ || at_ == data_.size()) return false;
    at_ = data_.size();
    out = {from, {}, {}, 0, at_ - from};
    return true;
  }
  RecordHeader header = readHeader(data_.data() + at_, endian_);
  if (!isPlausible(header)) {
    do at_ += kAlignment;
    while (at_ + kHeaderSize <= data_.size() && !plausible(at_));
    if (at_ + kHeaderSize > data_.size()) {
      // What is left is too short to tell.
      if (at_ > data_.size() || end_) at_ = data_.size();
    }
    out = {at_, {}, {}, 0, at_ - from};
    return true;
  }
  if (data_.size() - at_ < header.size) {
    if (!end_) return false;
    at_ = data_.size();
    out = {from, {}, {}, 0, at_ - from};
    return true;
  }
  const Bytes bytes = data_.subspan(at_, header.size);
  out = {at_, header, bytes, bytesBehind(header, bytes, endian_), 0};
  at_ += header.size;
  return true;
}

}  // namespace tp::perf
