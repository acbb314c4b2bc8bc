#include "core/analysis/waits/packed_lane.h"

#include <optional>
#include <string_view>

#include "core/io/varint.h"
#include "core/trace/sums.h"

namespace tp {
namespace {

// The lowest bits of a span's first number, above which its code is.
constexpr uint64_t kGap = 1, kMore = 2;
constexpr int kFlagBits = 2;

std::optional<uint64_t> takeVarint(std::string_view& bytes) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    value |= uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

// Lengths are unsigned in a lane; damaged ones may be anything.
Time lengthOf(uint64_t read) {
  return clampTime(static_cast<Time>(std::min(read, uint64_t{1} << 62)));
}

}  // namespace

void PackedLane::add(const LaneItem& item) {
  const bool first = starts_.empty();
  const Time from = clampTime(item.begin), to = clampTime(item.end);
  const Time begin = first ? from : std::max(from, end_);
  const bool hidden = !first && from < end_ && to <= end_;
  if (hidden || to < begin || item.code >= kMaxCodes || bytes_.size() >= kMaxBytes) return;
  const bool opens = count_ % kBlock == 0;
  if (opens) {
    starts_.push_back(begin);
    offsets_.push_back(static_cast<uint32_t>(bytes_.size()));
  }
  const bool gap = !opens && begin != end_;
  // What was cut off at the beginning may be what was silent.
  const Time silent = std::clamp<Time>(item.silent, 0, to - begin);
  const Time early = std::max<Time>(0, item.early + (begin - from));
  const bool more = silent > 0 || early > 0;
  appendVarint(bytes_, uint64_t{item.code} << kFlagBits | (gap ? kGap : 0) | (more ? kMore : 0));
  if (gap) appendVarint(bytes_, static_cast<uint64_t>(begin - end_));
  appendVarint(bytes_, static_cast<uint64_t>(to - begin));
  if (more) {
    appendVarint(bytes_, static_cast<uint64_t>(silent));
    appendVarint(bytes_, static_cast<uint64_t>(early));
  }
  end_ = to;
  ++count_;
}

void PackedLane::read(size_t block, std::vector<LaneItem>& out) const {
  out.clear();
  if (block >= starts_.size()) return;
  const size_t from = offsets_[block], to = block + 1 < offsets_.size() ? offsets_[block + 1] : bytes_.size();
  std::string_view bytes = std::string_view(bytes_).substr(from, to - from);
  Time now = starts_[block];
  const Time limit = block + 1 < starts_.size() ? starts_[block + 1] : end_;
  while (!bytes.empty() && out.size() < kBlock) {
    LaneItem item;
    const std::optional<uint64_t> head = takeVarint(bytes);
    const std::optional<uint64_t> gap = head && (*head & kGap) != 0 ? takeVarint(bytes) : 0;
    const std::optional<uint64_t> length = takeVarint(bytes);
    if (!head || !gap || !length || *head >> kFlagBits >= kMaxCodes) return;
    item.code = static_cast<uint32_t>(*head >> kFlagBits);
    item.begin = std::min(limit, plus(now, lengthOf(*gap)));
    item.end = now = std::min(limit, plus(item.begin, lengthOf(*length)));
    if ((*head & kMore) != 0) {
      const std::optional<uint64_t> silent = takeVarint(bytes), early = takeVarint(bytes);
      if (!silent || !early) return;
      item.silent = std::min(lengthOf(*silent), item.end - item.begin);
      item.early = lengthOf(*early);
    }
    out.push_back(item);
  }
}

// Returns whether the index fits the bytes, so that reading needs no further checks of it.
bool PackedLane::settle() {
  if (starts_.size() != offsets_.size() || bytes_.size() > kMaxBytes + size_t{64}) return false;
  if (count_ > starts_.size() * kBlock || (count_ == 0) != starts_.empty()) return false;
  end_ = clampTime(end_);
  for (Time& one : starts_) one = clampTime(one);
  if (!std::is_sorted(starts_.begin(), starts_.end()) || !std::is_sorted(offsets_.begin(), offsets_.end()))
    return false;
  return starts_.empty() || (starts_.back() <= end_ && offsets_.back() <= bytes_.size());
}

}  // namespace tp
