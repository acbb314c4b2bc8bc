#include "core/index/recorded_time.h"

namespace tp {

void RecordedTime::addRow(const Record& row) {
  if (row.kind == RecordKind::Lost) {
    // Before the first row nothing is known anyway. What is lost twice between two rows is one gap.
    if (empty()) return;
    if (!pending_) {
      gaps_.push_back({end_, end_, row.value});
    } else {
      int64_t& lost = gaps_.back().lost;
      if (lost < 0 || row.value < 0 || __builtin_add_overflow(lost, row.value, &lost)) lost = -1;
    }
    pending_ = true;
    return;
  }
  if (empty()) begin_ = end_ = row.time;
  end_ = std::max(end_, row.time);
  if (pending_) gaps_.back().end = end_;
  pending_ = false;
}

void RecordedTime::addRows(Records records) {
  for (const Record& record : records)
    if (isRow(record)) addRow(record);
}

Time RecordedTime::lostWithin(Time from, Time to) const {
  Time sum = 0;
  auto first = std::lower_bound(gaps_.begin(), gaps_.end(), from, [](const Gap& gap, Time at) { return gap.end < at; });
  for (; first != gaps_.end() && first->begin <= to; ++first)
    sum += std::max<Time>(0, std::min(first->end, to) - std::max(first->begin, from));
  return sum;
}

}  // namespace tp
