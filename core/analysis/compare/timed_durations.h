// TimedDurations counts how long the calls of one function took, apart for parts of the time in which they began, for
// what has to be known of how durations vary while a recording goes on. Parts are of equal lengths, and as short as it
// takes for kMostParts of them to have calls: what is between them costs nothing. It keeps no more durations than a
// DurationTable does.
//
// Which parts there are depends on what was counted alone, not on its order, nor on how it was divided among workers.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/analysis/durations.h"
#include "core/analysis/seen_call.h"
#include "core/io/wire.h"

namespace tp {

// So many calls of one duration, which is known to lie within both bounds: one that is kept exactly has equal ones.
struct BoundedCount {
  Time least = 0, most = 0;
  uint64_t count = 0;

  Time middle() const { return least + (most - least) / 2; }
};

class TimedDurations {
 public:
  static constexpr size_t kMostParts = 128;

  // Calls whose duration is not known exactly, which are in no part.
  struct Left {
    uint64_t atMost = 0;  // the duration is an upper bound
    uint64_t open = 0;    // without a recorded end
    uint64_t unbegun = 0;

    uint64_t all() const { return atMost + open + unbegun; }
    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.atMost, self.open, self.unbegun);
    }
  };
  // For messages.
  struct Told {
    uint8_t shift = 0;                                       // parts are as long as 2 to this power, in clock units
    std::vector<std::pair<uint64_t, DurationCounts>> parts;  // by number, which counts parts from the earliest time on
    Left left;

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(atMost(self.shift, kMostShift), self.parts, self.left);
    }
  };

  void add(const SeenCall& call);
  // Adds what another one has counted.
  void merge(const Told& told);
  Told told();
  const Left& left() const { return left_; }
  // Returns the durations of each part that has some, ascending, in the order of time.
  std::vector<std::vector<BoundedCount>> parts();

 private:
  static constexpr uint8_t kMostShift = 63;

  // Returns the place in `table_` of a part of the length that they have now. May make parts longer.
  NameId placeOf(uint64_t atFinest);
  void lengthen();

  uint8_t shift_ = 0;
  std::map<uint64_t, NameId> places_;  // by number of the part
  std::vector<NameId> free_;           // places that were given up
  DurationTable table_;                // by place
  Left left_;
};

}  // namespace tp
