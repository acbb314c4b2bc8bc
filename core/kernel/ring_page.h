// Iterates over the records of one page (sub-buffer) of the kernel's ring buffer.
// Source: Documentation/trace/ring-buffer-map and the header_page and header_event files that a trace carries.
#pragma once

#include <cstdint>

#include "core/io/cursor.h"

namespace tp::kernel {

struct PageHeader {
  uint64_t time = 0;
  uint32_t dataAt = 16;
  uint32_t dataEnd = 0;  // within the page; cut to the page's size
  bool lost = false;     // events were lost before this page
  int64_t lostCount = -1;
  bool sound = true;  // false: the kernel writes no such size and flags
};

// Returns false if the bytes are too few for a header.
inline bool readPageHeader(Bytes page, Endian endian, uint32_t longSize, PageHeader& out) {
  if (page.size() < 8 + longSize) return false;
  Cursor cursor(page, endian);
  out.time = cursor.u64();
  uint64_t commit = cursor.unsignedOf(longSize);
  out.dataAt = static_cast<uint32_t>(8 + longSize);
  uint64_t end = out.dataAt + (commit & ((1u << 27) - 1));
  constexpr uint64_t kKnownBits = ((1u << 27) - 1) | (3u << 30);
  // The flags are sign-extended.
  uint64_t above = commit >> 32;
  bool flagged = (commit & (1u << 31)) != 0;
  bool known = (commit & 0xffffffffu & ~kKnownBits) == 0 && (above == 0 || (flagged && above == 0xffffffffu));
  out.sound = known && end <= page.size();
  out.lost = known && flagged;
  out.lostCount = -1;
  if (out.lost && (commit & (1u << 30)) != 0 && end + longSize <= page.size()) {
    cursor.seek(static_cast<size_t>(end));
    out.lostCount = static_cast<int64_t>(cursor.unsignedOf(longSize));
  }
  out.dataEnd = static_cast<uint32_t>(end < page.size() ? end : page.size());
  return true;
}

struct RingRecord {
  uint32_t at = 0;    // of its data, within the page
  uint32_t size = 0;  // of its data, in bytes
};

// Iterates over the records of one page. Times are in units of the trace's clock.
class RingWalk {
 public:
  RingWalk() = default;
  RingWalk(Bytes page, Endian endian, const PageHeader& header)
      : page_(page), endian_(endian), at_(header.dataAt), end_(header.dataEnd), time_(header.time) {}

  uint64_t time() const { return time_; }
  bool damaged() const { return damaged_; }
  // The current offset within the page.
  uint32_t at() const { return at_; }

  // Finds the next record with data. Returns false at the end of the page, or at damage.
  bool next(RingRecord& out) {
    while (end_ - at_ >= 4 && at_ < end_) {
      uint32_t head = load(at_);
      uint32_t type = endian_ == Endian::Little ? head & 31 : head >> 27;
      uint64_t delta = endian_ == Endian::Little ? head >> 5 : head & 0x07ffffff;
      uint32_t body = at_ + 4;
      if (type > 0 && type <= 28) {
        time_ += delta;
        if (type * 4 > end_ - body) return damage();
        out = {body, type * 4};
        at_ = body + type * 4;
        return true;
      }
      if (end_ - body < 4) return damage();
      uint32_t word = load(body);
      if (type == 0) {
        time_ += delta;
        if (word < 4 || word > end_ - body) return damage();
        out = {body + 4, word - 4};
        at_ = body + (word + 3) / 4 * 4;
        return true;
      }
      if (type == 29) {
        // The rest of a page after its last event is not part of its data.
        if (delta == 0) return damage();
        time_ += delta;
        if (word < 4 || word > end_ - body) return damage();
        at_ = body + word;
      } else if (type == 30) {
        time_ += delta + (uint64_t{word} << 27);
        at_ = body + 4;
      } else {
        constexpr uint64_t kStampBits = (uint64_t{1} << 59) - 1;
        time_ = (time_ & ~kStampBits) | (delta + (uint64_t{word} << 27));
        at_ = body + 4;
      }
    }
    return at_ < end_ && damage();
  }

 private:
  uint32_t load(uint32_t at) const { return loadUnchecked<uint32_t>(page_.data() + at, endian_); }
  // Always returns false.
  bool damage() {
    damaged_ = true;
    return false;
  }

  Bytes page_;
  Endian endian_ = Endian::Little;
  uint32_t at_ = 0;
  uint32_t end_ = 0;
  uint64_t time_ = 0;
  bool damaged_ = false;
};

}  // namespace tp::kernel
