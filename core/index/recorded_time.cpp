#include "core/index/recorded_time.h"

namespace tp {

void RecordedTime::addGap(Time begin, Time end, bool hidden) {
  if (begin >= end) return;
  if (!hidden) lost_ += end - begin;
  if (gaps_.size() == kMaxGaps) {
    for (size_t i = 0; i < kMaxGaps / 2; ++i) {
      const Gap &first = gaps_[2 * i], &second = gaps_[2 * i + 1];
      gaps_[i] = {first.begin,
                  second.end,
                  {first.missing.all + second.missing.all, first.missing.hidden + second.missing.hidden}};
    }
    gaps_.resize(kMaxGaps / 2);
  }
  gaps_.push_back({begin, end, {end - begin, hidden ? end - begin : 0}});
}

void RecordedTime::addRow(const Record& row) {
  if (row.kind == RecordKind::Lost) {
    // Before the first row nothing is known anyway. Several losses between two rows are one gap.
    pending_ = pending_ || !empty();
    return;
  }
  if (empty()) begin_ = end_ = row.time;
  const Time before = end_;
  end_ = std::max(end_, row.time);
  if (pending_) addGap(before, end_, false);
  pending_ = false;
}

void RecordedTime::addAll(Records records) {
  for (const Record& record : records) {
    if (isRow(record)) {
      addRow(record);
    } else if (isGap(record) && !pending_) {
      // It follows the row that ended it.
      addGap(record.begun(), record.time, true);
    }
  }
}

RecordedTime::Missing RecordedTime::missingWithin(Time from, Time to) const {
  Missing sum;
  auto first = std::lower_bound(gaps_.begin(), gaps_.end(), from, [](const Gap& gap, Time at) { return gap.end < at; });
  for (; first != gaps_.end() && first->begin <= to; ++first) {
    const Time length = first->end - first->begin;
    const Time within = std::max<Time>(0, std::min(first->end, to) - std::max(first->begin, from));
    const auto shareOf = [&](Time missing) {
      if (within == length || missing == length) return std::min(within, missing);
      return static_cast<Time>(static_cast<double>(within) / static_cast<double>(length) *
                               static_cast<double>(missing));
    };
    sum.all += shareOf(first->missing.all);
    sum.hidden += shareOf(first->missing.hidden);
  }
  return sum;
}

}  // namespace tp
