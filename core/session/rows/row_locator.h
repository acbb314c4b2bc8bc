// RowLocator finds the time of the row of a given number: the index alone tells between which times it is, which is
// narrowed down by asking how many rows come before some times in between.
#pragma once

#include <vector>

#include "core/index/trace_index.h"
#include "core/session/row_key.h"

namespace tp {

class RowLocator {
 public:
  // `number` must be less than index.rows().
  RowLocator(const TraceIndex& index, uint64_t number);

  uint64_t number() const { return number_; }
  // Returns whether there is nothing to narrow down any more, or it does not pay: the row is among the `near` rows from
  // key() on.
  bool done(uint64_t near) const { return known_ && (number_ - rank_ < near || exact()); }
  // A key that the row is not before; how many rows to skip from there, as in RowsRequest; and how many rows then come
  // before the row.
  RowKey key() const { return {low_, lowStream_, 0}; }
  uint64_t skip() const { return exact() ? number_ - rank_ : 0; }
  uint64_t left() const { return exact() ? 0 : number_ - rank_; }

  // Returns the keys to ask for.
  std::vector<RowKey> probes() const;
  // Takes how many rows come before each of probes().
  void narrow(const std::vector<uint64_t>& ranks);

 private:
  bool exact() const { return low_ >= high_ && lowStream_ >= highStream_; }

  uint64_t number_;
  Time low_ = 0, high_ = 0;  // bounds of the row's time, inclusive
  // Once the time is known, bounds of its stream: many rows may have the same time if a clock is coarse, or goes back.
  uint32_t lowStream_ = 0, highStream_ = 0;
  uint64_t rank_ = 0;
  bool known_ = false;  // `rank_` is known: how many rows come before key()
};

}  // namespace tp
