// Which part of a stream's time was recorded: from its first row to its last, but for the gaps where records were lost,
// and those that the stream draws, as a switch is missing.
#pragma once

#include <algorithm>
#include <vector>

#include "core/decode/record.h"

namespace tp {

class RecordedTime {
 public:
  // Whether a record tells of a gap.
  static bool isGap(const Record& record) {
    const bool drawn = record.kind == RecordKind::Slice && (record.flags & kUncertain) != 0;
    return drawn || record.kind == RecordKind::Lost;
  }

  // The records of a stream in their order, and what the caller has found in going through them: whether there is a
  // gap among them, all flags of the rows, the time of the latest row.
  void add(Records records, bool gaps, unsigned flags, Time latest) {
    switches_ = switches_ || (flags & kOnCpu) != 0;
    if (gaps || pending_ || empty()) return addAll(records);
    end_ = std::max(end_, latest);
  }

  bool empty() const { return begin_ > end_; }
  Time begin() const { return begin_; }
  Time end() const { return end_; }
  // There are rows that say which thread a CPU goes on with.
  bool switches() const { return switches_; }
  // Whatever comes after its last row was lost.
  bool endsInLoss() const { return pending_; }
  // How much of [from, to] lies in gaps, in clock units. Of more than kMaxGaps, neighbours are counted together: what
  // the ends of the range cut off of them is a share.
  Time lostWithin(Time from, Time to) const;

 private:
  static constexpr size_t kMaxGaps = size_t{1} << 20;
  // From the last row before what is missing to the first after it; or of neighbours, from the first to the last.
  struct Gap {
    Time begin = 0;
    Time end = 0;
    Time missing = 0;  // of that
  };

  [[gnu::noinline]] void addAll(Records records);
  void addRow(const Record& row);
  void addGap(Time begin, Time end);

  Time begin_ = 0;
  Time end_ = -1;
  bool switches_ = false;
  bool pending_ = false;  // a loss after which no row has come yet
  std::vector<Gap> gaps_;
};

}  // namespace tp
