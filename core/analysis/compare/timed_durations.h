// TimedDurations counts how long the calls of one function took, apart for equal parts of some time, for what has to be
// known of how durations vary while a recording goes on. It keeps no more than a DurationTable does.
#pragma once

#include <algorithm>
#include <cstdint>
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
  static constexpr NameId kParts = 64;

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
    std::vector<DurationCounts> parts;
    Left left;

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.parts, self.left);
    }
  };

  // The parts are of the time between both, in clock units. Calls that begin before or behind it belong to the first or
  // the last part.
  explicit TimedDurations(Time from = 0, Time to = 0) : from_(from), to_(std::max(from, to)) {}

  void add(const SeenCall& call);
  // Adds what another one of the same time has counted. Parts above kParts are left out.
  void merge(const Told& told);
  Told told();
  const Left& left() const { return left_; }
  // Returns the durations of each part, ascending.
  std::vector<std::vector<BoundedCount>> parts();

 private:
  NameId partOf(Time begin) const;

  Time from_, to_;
  DurationTable table_;  // by number of the part
  Left left_;
};

}  // namespace tp
