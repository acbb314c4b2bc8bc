// Makes a page of the kernel's ring buffer that has only some of the records of another one, at the same times.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "core/kernel/ring_page.h"

namespace tp::kernel {

class PageCut {
 public:
  struct Rules {
    Endian endian = Endian::Little;
    uint32_t longSize = 8;  // size in bytes of a long in the kernel
    uint32_t pageSize = 4096;
    // Whether a time, as the ring buffer has it, is in the range.
    std::function<bool(uint64_t time)> inRange;
    // Whether a record of the range is wanted. Empty: all are.
    std::function<bool(Bytes record)> wanted = {};
    // Changes a record, whose size stays. Empty: none is changed.
    std::function<void(std::span<std::byte> record)> change = {};
  };
  explicit PageCut(Rules rules) : rules_(std::move(rules)), page_(rules_.pageSize) {}

  // Takes the next page of a CPU. Returns the page to write, valid until the next call; empty if no record of the page
  // is wanted. What was lost before a page within the range is told before the next record that is kept.
  Bytes next(Bytes page);
  // What was lost before the next page is not known: a page was damaged.
  void lose() { loss_ = {true, kUnknown}; }
  // Whether the last page was damaged: only the records before the damage are kept.
  bool damaged() const { return damaged_; }
  uint64_t records() const { return records_; }

 private:
  static constexpr int64_t kUnknown = -1;
  struct Loss {
    bool any = false;
    int64_t count = 0;
  };

  void noteLoss(const PageHeader& header);
  void add(Bytes page, const RingRecord& raw, uint64_t time);
  void putStamp(uint32_t type, uint64_t value);
  void put32(uint64_t value) { putNumber(4, value); }
  void putNumber(size_t size, uint64_t value);
  uint32_t head(uint32_t type, uint64_t delta) const;
  void finish(uint64_t time, const Loss& before);

  const Rules rules_;
  std::vector<std::byte> page_;
  size_t at_ = 0;
  uint64_t time_ = 0;  // of the last record or stamp that was put
  Loss loss_;          // since the last record that was kept
  bool damaged_ = false;
  uint64_t records_ = 0;
};

}  // namespace tp::kernel
