// How long the calls of each function took, as counted durations: order statistics without keeping every call.
//
// Exact while a function has up to 4096 different durations; beyond that, durations of 2048 units or more are kept to
// eleven significant bits, a relative error of at most 1/1024. Only where the durations of all functions together are
// still more than a million, precision goes down further, to eight and then to five bits (1/128, 1/16).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/trace/names.h"
#include "core/trace/trace_info.h"

namespace tp {

struct DurationCount {
  Time duration = 0;
  uint64_t count = 0;
};

class DurationCounts {
 public:
  static constexpr int kExact = 63;
  static constexpr size_t kMostExact = 4096;

  // `duration` >= 0. True where it is kept as a new one.
  bool add(Time duration, uint64_t count = 1) {
    cover(duration, duration);
    return put(duration, count);
  }
  // The same without cover(), for durations that may be rounded.
  bool put(Time duration, uint64_t count) {
    if (slots_.empty()) slots_.resize(16);
    if (bits_ != kExact) duration = rounded(duration);
    size_t mask = slots_.size() - 1;
    for (size_t at = hash(duration);; ++at) {
      DurationCount& slot = slots_[at & mask];
      if (slot.count == 0) {
        slot = {duration, count};
        if (++used_ * 2 > slots_.size()) grow();
        return true;
      }
      if (slot.duration == duration) {
        slot.count += count;
        return false;
      }
    }
  }

  void prefetch(Time duration) const {
    if (slots_.empty()) return;
    __builtin_prefetch(&slots_[hash(bits_ != kExact ? rounded(duration) : duration) & (slots_.size() - 1)], 1);
  }

  size_t size() const { return used_; }
  // Exact in any case.
  Time min() const { return min_; }
  Time max() const { return max_; }
  void cover(Time least, Time most) {
    if (least < min_) min_ = least;
    if (most > max_) max_ = most;
  }
  int bits() const { return bits_; }
  // Keeps no more than so many significant bits from now on.
  void coarsen(int bits);
  // By duration, ascending.
  std::vector<DurationCount> sorted() const;

 private:
  static size_t hash(Time duration) {
    uint64_t key = static_cast<uint64_t>(duration) * 0x9e3779b97f4a7c15u;
    return static_cast<size_t>(key >> 40);
  }
  // The middle of the durations that look the same.
  Time rounded(Time duration) const {
    uint64_t value = static_cast<uint64_t>(duration);
    int length = value == 0 ? 0 : 64 - __builtin_clzll(value);
    if (length <= bits_) return duration;
    int shift = length - bits_;
    return static_cast<Time>((value >> shift << shift) + (uint64_t{1} << shift >> 1));
  }
  void grow();

  std::vector<DurationCount> slots_;  // count 0: empty
  size_t used_ = 0;
  Time min_ = std::numeric_limits<Time>::max();
  Time max_ = 0;
  int bits_ = kExact;
};

// By function.
class DurationTable {
 public:
  static constexpr uint64_t kMost = uint64_t{1} << 20;

  // Takes effect with the next settle(): the tables of some hundred functions are more than a cache holds, and are
  // fetched by the time that they are needed.
  void add(NameId name, Time duration) {
    pending_[pendingCount_] = {name, duration};
    if (name < functions_.size()) functions_[name].prefetch(duration);
    if (++pendingCount_ == kPending) settle();
  }
  void settle();
  // Takes over durations counted elsewhere, of which the least and the most are known exactly.
  void merge(NameId name, std::span<const DurationCount> durations, Time least, Time most);
  // Null for a function without calls.
  const DurationCounts* of(NameId name) const {
    return name < functions_.size() && functions_[name].size() > 0 ? &functions_[name] : nullptr;
  }
  NameId size() const { return static_cast<NameId>(functions_.size()); }

 private:
  void coarsen();

  struct Pending {
    NameId name;
    Time duration;
  };
  static constexpr size_t kPending = 64;

  std::vector<DurationCounts> functions_;
  uint64_t sum_ = 0;
  std::array<Pending, kPending> pending_;
  size_t pendingCount_ = 0;
};

// The duration that `part` (0 to below 1) of the calls are shorter than: of n calls in order, the one at n * part,
// rounded down, counting from 0. As `llvm-xray account` picks its percentiles.
Time quantile(const std::vector<DurationCount>& sorted, uint64_t calls, double part);

}  // namespace tp
