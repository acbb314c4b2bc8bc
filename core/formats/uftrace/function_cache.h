// The functions that a task called last, by the address that its records have. Small for a task that calls few.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/formats/uftrace/functions.h"

namespace tp::uftrace {

class FunctionCache {
 public:
  struct Entry {
    uint64_t address = ~uint64_t{0};
    FunctionId function = 0;
    NameId name = kNoName;
  };
  using Pair = std::array<Entry, 2>;  // the newer one first

  // Where the entry of an address is, if there is one. For loops that keep it in registers; valid until the next put()
  // or clear().
  struct Places {
    const Pair* pairs;
    int shift;
    const Pair& of(uint64_t address) const { return pairs[(address * 0x9e3779b97f4a7c15u) >> shift]; }
  };
  Places places() const { return {pairs_.data(), shift_}; }

  // In the place of one that was put there before.
  const Entry& put(const Entry& entry) {
    if (place(entry) && ++displaced_ > pairs_.size() && pairs_.size() < kMaxPairs) grow();
    return places().of(entry.address)[0];
  }
  void clear() { pairs_.assign(pairs_.size(), Pair{}); }

 private:
  static constexpr int kFirstBits = 4;
  static constexpr size_t kMaxPairs = size_t{1} << 11;

  // True where another one had to go.
  bool place(const Entry& entry) {
    Pair& pair = pairs_[(entry.address * 0x9e3779b97f4a7c15u) >> shift_];
    const bool full = pair[1].address != ~uint64_t{0};
    pair[1] = pair[0];
    pair[0] = entry;
    return full;
  }
  void grow() {
    std::vector<Pair> old(pairs_.size() * 2);
    old.swap(pairs_);
    --shift_;
    displaced_ = 0;
    for (const Pair& pair : old)
      for (size_t i = pair.size(); i-- > 0;)
        if (pair[i].address != ~uint64_t{0}) place(pair[i]);
  }

  std::vector<Pair> pairs_ = std::vector<Pair>(size_t{1} << kFirstBits);
  int shift_ = 64 - kFirstBits;
  size_t displaced_ = 0;  // since it has this size
};

}  // namespace tp::uftrace
