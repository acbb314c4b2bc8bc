// PackedLane keeps spans of time that follow one another, a few bytes each, with access by time: what one thread did,
// or who ran on one CPU.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/io/wire.h"
#include "core/trace/trace_info.h"

namespace tp {

// A span. Times are in clock units.
struct LaneItem {
  Time begin = 0, end = 0;
  uint32_t code = 0;  // what it is: a number that the owner of the lane defines, below PackedLane::kMaxCodes
  Time silent = 0;    // by how much it may be shorter: StateSpan::silent
  Time early = 0;     // how long before its beginning what caused it happened

  bool operator==(const LaneItem&) const = default;
};

class PackedLane {
 public:
  static constexpr size_t kBlock = 64;                      // spans between two places of the index
  static constexpr uint32_t kMaxCodes = uint32_t{1} << 30;  // a code and two flags are one varint
  static constexpr size_t kMaxBytes = std::numeric_limits<int32_t>::max();

  // Appends a span. What overlaps the span before it is cut off; nothing is left of a span that began and ended within
  // it. Spans beyond kMaxBytes are left out: that time is not known then.
  void add(const LaneItem& item);

  bool empty() const { return starts_.empty(); }
  size_t blocks() const { return starts_.size(); }
  size_t count() const { return count_; }
  Time begin() const { return starts_.empty() ? 0 : starts_.front(); }
  Time end() const { return end_; }
  size_t memoryBytes() const { return bytes_.size() + starts_.size() * (sizeof(Time) + sizeof(uint32_t)); }

  // Returns the last block that begins before `time`, or the first one.
  size_t blockBefore(Time time) const {
    const auto after = std::lower_bound(starts_.begin(), starts_.end(), time);
    return after == starts_.begin() ? 0 : static_cast<size_t>(after - starts_.begin()) - 1;
  }
  // Replaces `out` by the spans of a block, in their order, whatever bytes these are made of. Those behind damage are
  // missing.
  void read(size_t block, std::vector<LaneItem>& out) const;

  // What is read is made valid.
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.bytes_, self.starts_, self.offsets_, self.end_, self.count_);
    if constexpr (Wire::kReads) wire.require(self.settle());
  }

 private:
  bool settle();

  std::string bytes_;
  std::vector<Time> starts_;       // by block: when it begins
  std::vector<uint32_t> offsets_;  // by block: of its first byte
  Time end_ = 0;
  uint64_t count_ = 0;
};

// Goes through the spans of a lane, which must outlive it.
class LaneItems {
 public:
  explicit LaneItems(const PackedLane& lane) : lane_(lane) {}

  // Returns the next span; null if there is none. Valid until next() of a later one.
  const LaneItem* next() {
    while (at_ >= items_.size()) {
      if (block_ >= lane_.blocks()) return nullptr;
      lane_.read(block_++, items_);
      at_ = 0;
    }
    return &items_[at_];
  }
  void skip() { ++at_; }
  // Returns the span that begins at `time`; null if none does. To be asked in the order of time.
  const LaneItem* at(Time time) {
    const LaneItem* one = next();
    for (; one != nullptr && one->begin < time; one = next()) skip();
    return one != nullptr && one->begin == time ? one : nullptr;
  }

 private:
  const PackedLane& lane_;
  std::vector<LaneItem> items_;  // of a block
  size_t block_ = 0;             // the next one
  size_t at_ = 0;
};

}  // namespace tp
