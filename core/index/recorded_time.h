// Which part of a stream's time was recorded: from its first row to its last, but for the gaps where records were lost.
#pragma once

#include <algorithm>
#include <vector>

#include "core/index/record.h"

namespace tp {

// From the last row before the loss to the first after it.
struct Gap {
  Time begin = 0;
  Time end = 0;
  int64_t lost = -1;  // records; -1: not known
};

class RecordedTime {
 public:
  // The records of a stream in their order, and what the caller has found in going through them: whether there is a
  // loss among them, all flags of the rows, the time of the latest row.
  void add(Records records, bool lost, unsigned flags, Time latest) {
    switches_ = switches_ || (flags & kOnCpu) != 0;
    if (lost || pending_ || empty()) return addRows(records);
    end_ = std::max(end_, latest);
  }

  bool empty() const { return begin_ > end_; }
  Time begin() const { return begin_; }
  Time end() const { return end_; }
  const std::vector<Gap>& gaps() const { return gaps_; }
  // There are rows that say which thread a CPU goes on with.
  bool switches() const { return switches_; }
  // How much of [from, to] lies in gaps, in clock units.
  Time lostWithin(Time from, Time to) const;

 private:
  [[gnu::noinline]] void addRows(Records records);
  void addRow(const Record& row);

  Time begin_ = 0;
  Time end_ = -1;
  bool switches_ = false;
  bool pending_ = false;  // a loss after which no row has come yet
  std::vector<Gap> gaps_;
};

}  // namespace tp
