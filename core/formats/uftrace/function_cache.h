// A cache of the functions that a task called recently, by the address in its records. It grows with the number of
// functions that the task calls.
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
  using Pair = std::array<Entry, 2>;  // The more recent entry first.

  // Gives access to the pair of entries in which an address may be found, for loops that keep it in registers. Valid
  // until the next put() or clear().
  struct Places {
    const Pair* pairs;
    int shift;
    const Pair& of(uint64_t address) const { return pairs[(address * 0x9e3779b97f4a7c15u) >> shift]; }
  };
  Places places() const { return {pairs_.data(), shift_}; }

  // Adds an entry, which replaces the older one of its pair, and returns it. The reference is valid until the next
  // put() or clear().
  const Entry& put(const Entry& entry) {
    if (place(entry) && ++displaced_ > pairs_.size() && pairs_.size() < kMaxPairs) grow();
    return places().of(entry.address)[0];
  }
  void clear() { pairs_.assign(pairs_.size(), Pair{}); }

 private:
  static constexpr int kFirstBits = 4;
  static constexpr size_t kMaxPairs = size_t{1} << 11;

  // Returns true if an entry was displaced.
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
  size_t displaced_ = 0;  // Entries displaced since the cache has had this size.
};

}  // namespace tp::uftrace
