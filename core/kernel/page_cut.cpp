#include "core/kernel/page_cut.h"

#include <algorithm>
#include <utility>

namespace tp::kernel {
namespace {

constexpr uint64_t kDeltaBits = (uint64_t{1} << 27) - 1;
constexpr uint64_t kStampBits = (uint64_t{1} << 59) - 1;
constexpr uint32_t kTimeExtend = 30, kTimeStamp = 31;
constexpr uint32_t kMissed = 1u << 31, kCounted = 1u << 30;

}  // namespace

void PageCut::putNumber(size_t size, uint64_t value) {
  if (page_.size() - at_ < size) return;
  for (size_t i = 0; i < size; ++i) {
    const size_t place = rules_.endian == Endian::Little ? i : size - 1 - i;
    page_[at_ + place] = static_cast<std::byte>(value >> 8 * i);
  }
  at_ += size;
}

uint32_t PageCut::head(uint32_t type, uint64_t delta) const {
  const uint32_t low = static_cast<uint32_t>(delta & kDeltaBits);
  return rules_.endian == Endian::Little ? type | low << 5 : type << 27 | low;
}

void PageCut::putStamp(uint32_t type, uint64_t value) {
  put32(head(type, value));
  put32(value >> 27 & 0xffffffff);
}

// A record takes as many bytes as before. A stamp of 8 bytes comes before it only where one was before it, or where
// records were left out, each of which has 8 bytes at least. So what is kept always fits.
void PageCut::add(Bytes page, const RingRecord& raw, uint64_t time) {
  constexpr uint32_t kMaxShort = 28 * 4;
  const size_t padded = (raw.size + size_t{3}) / 4 * 4;
  const bool isLong = raw.size > kMaxShort || raw.size != padded || raw.size == 0;
  const bool isBack = time < time_, isFar = !isBack && time - time_ > kDeltaBits;
  const size_t size = (isBack || isFar ? 8 : 0) + (isLong ? 8 : 4) + padded;
  damaged_ = page_.size() - at_ < size;
  if (damaged_) return;
  if (isBack) putStamp(kTimeStamp, time & kStampBits);
  if (isFar) putStamp(kTimeExtend, time - time_);
  put32(head(isLong ? 0 : raw.size / 4, isBack || isFar ? 0 : time - time_));
  if (isLong) put32(raw.size + 4);
  std::span<std::byte> data = std::span(page_).subspan(at_, padded);
  std::copy_n(page.begin() + raw.at, raw.size, data.begin());
  std::fill(data.begin() + raw.size, data.end(), std::byte{0});
  if (rules_.change) rules_.change(data.first(raw.size));
  at_ += padded;
  time_ = time;
  ++records_;
}

void PageCut::noteLoss(const PageHeader& header) {
  const bool known = header.lostCount >= 0 && (!loss_.any || loss_.count != kUnknown);
  loss_.count = known ? header.lostCount + loss_.count : kUnknown;
  loss_.any = true;
}

// Writes the header, which tells what was lost before the page.
void PageCut::finish(uint64_t time, const Loss& before) {
  const size_t end = at_;
  uint64_t commit = end - 8 - rules_.longSize;
  if (before.any) commit |= kMissed;
  if (before.any && before.count != kUnknown && page_.size() - end >= rules_.longSize) {
    commit |= kCounted;
    putNumber(rules_.longSize, static_cast<uint64_t>(before.count));
  }
  std::fill(page_.begin() + static_cast<ptrdiff_t>(at_), page_.end(), std::byte{0});
  at_ = 0;
  putNumber(8, time);
  putNumber(rules_.longSize, commit);
}

Bytes PageCut::next(Bytes page) {
  PageHeader header;
  damaged_ = !readPageHeader(page, rules_.endian, rules_.longSize, header);
  if (damaged_) return lose(), Bytes();
  at_ = header.dataAt;
  time_ = header.time;
  const uint64_t before = records_;
  Loss told;
  RingWalk walk(page, rules_.endian, header);
  bool first = header.lost;
  for (RingRecord raw; !damaged_ && walk.next(raw);) {
    const bool inRange = rules_.inRange(walk.time());
    if (std::exchange(first, false) && inRange) noteLoss(header);
    // What was lost before a record that is not in the range was not lost in the range.
    if (!inRange) loss_ = {};
    if (!inRange || (rules_.wanted && !rules_.wanted(page.subspan(raw.at, raw.size)))) continue;
    if (records_ == before) told = std::exchange(loss_, {});
    add(page, raw, walk.time());
  }
  const bool any = records_ != before;
  damaged_ = damaged_ || walk.damaged() || !header.sound;
  if (damaged_) lose();
  if (any) finish(header.time, told);
  return any ? Bytes(page_) : Bytes();
}

}  // namespace tp::kernel
