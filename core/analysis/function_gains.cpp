#include "core/analysis/function_gains.h"

#include <algorithm>

#include "core/trace/sums.h"

namespace tp {

uint32_t FunctionGains::rowOf(NameId name) {
  const auto [at, isNew] = known_.try_emplace(name, static_cast<uint32_t>(rows_.size()));
  if (isNew) {
    rows_.push_back({.name = name});
    counted_.push_back(0);
  }
  return at->second;
}

void FunctionGains::leaf(uint32_t row, int64_t amount, bool atMost) {
  ++gain_;
  rows_[row].self = plus(rows_[row].self, amount);
  rows_[row].selfAtMost |= atMost;
}

// A function that calls itself is open more than once.
void FunctionGains::above(uint32_t row, int64_t amount, uint64_t times, bool atMost) {
  if (counted_[row] == gain_) return;
  counted_[row] = gain_;
  rows_[row].times += times;
  rows_[row].total = plus(rows_[row].total, amount);
  rows_[row].atMost |= atMost;
}

void FunctionGains::add(const std::vector<FunctionGain>& theirs) {
  for (const FunctionGain& from : theirs) {
    FunctionGain& to = rows_[rowOf(from.name)];
    to.times += from.times;
    to.total = plus(to.total, from.total);
    to.self = plus(to.self, from.self);
    to.atMost |= from.atMost;
    to.selfAtMost |= from.selfAtMost;
  }
}

std::vector<FunctionGain> sortedGains(std::vector<FunctionGain> rows, GainColumn by, const NameTable& names) {
  std::erase_if(rows, [](const FunctionGain& row) { return row.total == 0; });
  std::sort(rows.begin(), rows.end(), [&](const FunctionGain& a, const FunctionGain& b) {
    if (by == GainColumn::Times && a.times != b.times) return a.times > b.times;
    if (by == GainColumn::Self && a.self != b.self) return a.self > b.self;
    if (by == GainColumn::Total && a.total != b.total) return a.total > b.total;
    return names.before(a.name, b.name);
  });
  return rows;
}

}  // namespace tp
