// Which part of a stream's time was recorded: from its first row to its last, except the gaps where records were lost
// and those that the stream draws because a switch is missing.
#pragma once

#include <algorithm>
#include <vector>

#include "core/decode/record.h"

namespace tp {

class RecordedTime {
 public:
  // Whether a record is evidence of a gap.
  static bool isGap(const Record& record) { return record.isGap() || record.kind == RecordKind::Lost; }

  // Adds records of a stream, in order, with what the caller has found among them: whether there is a gap, the flags of
  // all rows, and the time of the latest row.
  void add(Records records, bool gaps, unsigned flags, Time latest) {
    switches_ = switches_ || (flags & kOnCpu) != 0;
    if (gaps || pending_ || empty()) return addAll(records);
    end_ = std::max(end_, latest);
  }

  bool empty() const { return begin_ > end_; }
  Time begin() const { return begin_; }
  Time end() const { return end_; }
  // Whether there are rows that say which thread a CPU switches to.
  bool switches() const { return switches_; }
  // Whether everything after its last row was lost.
  bool endsInLoss() const { return pending_; }
  // Returns for how long records were lost, in clock units: from the last row before to the first after.
  Time lost() const { return lost_; }
  // In clock units.
  struct Missing {
    Time all = 0;
    Time hidden = 0;  // of that, the time of gaps that the stream draws
  };
  // Returns how much of [from, to] is in gaps. Beyond kMaxGaps, neighbouring gaps are merged; where the range cuts a
  // merged gap, a proportional share is returned.
  Missing missingWithin(Time from, Time to) const;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.begin_, self.end_, self.switches_, self.pending_, self.lost_, self.gaps_);
  }

 private:
  static constexpr size_t kMaxGaps = size_t{1} << 20;
  // From the last row before what is missing to the first after it; for merged gaps, from the first to the last.
  struct Gap {
    Time begin = 0;
    Time end = 0;
    Missing missing;
  };

  [[gnu::noinline]] void addAll(Records records);
  void addRow(const Record& row);
  void addGap(Time begin, Time end, bool hidden);

  Time begin_ = 0;
  Time end_ = -1;
  bool switches_ = false;
  bool pending_ = false;  // a loss with no row after it yet
  Time lost_ = 0;
  std::vector<Gap> gaps_;
};

}  // namespace tp
