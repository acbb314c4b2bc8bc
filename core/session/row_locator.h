// At what time the row of a given number is: between which times by the index alone, then narrowed down by asking how
// many rows come before some times in between.
#pragma once

#include <vector>

#include "core/index/trace_index.h"

namespace tp {

class RowLocator {
 public:
  // `number` < index.records().
  RowLocator(const TraceIndex& index, uint64_t number);

  uint64_t number() const { return number_; }
  // A time that the row is no earlier than.
  Time from() const { return low_; }
  // How many rows come before from(); no more than number().
  uint64_t rank() const { return rank_; }
  // Nothing is to be narrowed down any more, or it does not pay: the row is among the `near` rows from from() on.
  bool done(uint64_t near) const { return known_ && (low_ >= high_ || number_ - rank_ < near); }
  // Times to ask for.
  std::vector<Time> probes() const;
  // How many rows come before each of probes().
  void narrow(const std::vector<uint64_t>& ranks);

 private:
  uint64_t number_;
  Time low_ = 0, high_ = 0;  // the row's time is within, both included
  uint64_t rank_ = 0;
  bool known_ = false;  // rank_ is
};

}  // namespace tp
