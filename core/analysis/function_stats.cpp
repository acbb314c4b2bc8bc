#include "core/analysis/function_stats.h"

#include <algorithm>

namespace tp {

void mergeStats(FunctionStats& into, const FunctionStats& from) {
  into.calls += from.calls;
  into.total += from.total;
  into.self += from.self;
  into.min = std::min(into.min, from.min);
  into.max = std::max(into.max, from.max);
}

FunctionTable makeFunctionTable(std::vector<FunctionStats> rows) {
  FunctionTable table;
  for (const FunctionStats& row : rows)
    if (row.calls > 0) {
      table.rows.push_back(row);
      // Calls that only ever ran within a call outside of what is counted.
      table.rows.back().min = std::min(row.min, row.max);
    }
  for (const FunctionStats& row : table.rows) table.selfSum += row.self;
  std::sort(table.rows.begin(), table.rows.end(), [](const FunctionStats& a, const FunctionStats& b) {
    return a.total != b.total ? a.total > b.total : a.name < b.name;
  });
  return table;
}

FunctionAggregator::Lane& FunctionAggregator::lane(TrackId track, Time start) {
  if (track >= laneOf_.size()) laneOf_.resize(track + size_t{1}, 0);
  if (laneOf_[track] == 0) {
    lanes_.push_back({CallStack(start), {}});
    laneOf_[track] = static_cast<uint32_t>(lanes_.size());
  }
  return lanes_[laneOf_[track] - 1];
}

Time FunctionAggregator::clamp(Time time) const {
  return ranged_ ? std::clamp(time, begin_, end_) : time;
}

void FunctionAggregator::resume(TrackId track, Time start, const std::vector<OpenSlice>& open) {
  Lane& at = lane(track, clamp(start));
  std::vector<OpenSlice> clamped = open;
  for (OpenSlice& slice : clamped) {
    slice.begin = clamp(slice.begin);
    // What had ended before the range has no time in it.
    if (ranged_) slice.children = 0;
    if (slice.present) ++at.active[slice.name];
  }
  at.stack.restore(clamp(start), std::move(clamped));
}

void FunctionAggregator::add(const Record& record) {
  if (record.kind != RecordKind::Begin && record.kind != RecordKind::End) return;
  Time time = clamp(record.time);
  Lane& at = lane(record.track, time);
  auto onClosed = [&](const ClosedSlice& slice) { closed(at, slice); };
  if (record.kind == RecordKind::Begin) {
    at.stack.begin(time, record.depth, record.name, onClosed);
    ++at.active[record.name];
  } else {
    at.stack.end(time, record.depth, record.name, onClosed);
  }
}

void FunctionAggregator::closed(Lane& lane, const ClosedSlice& slice) {
  uint32_t others = 0;
  if ((slice.flags & kMarkNoBegin) == 0) {
    uint32_t& active = lane.active[slice.name];
    others = --active;
  }
  // Outside the range everything shrinks to one of its ends.
  Time duration = slice.end - slice.begin;
  if (ranged_ && duration == 0 && (slice.end == begin_ || slice.begin == end_)) return;
  if (slice.name >= stats_.size()) stats_.resize(slice.name + size_t{1});
  FunctionStats& stats = stats_[slice.name];
  stats.name = slice.name;
  ++stats.calls;
  stats.self += slice.self;
  if (others > 0) return;
  stats.total += duration;
  stats.max = std::max(stats.max, duration);
  stats.min = std::min(stats.min, duration);
}

void FunctionAggregator::finish(Time now) {
  Time time = clamp(now);
  for (Lane& at : lanes_) {
    auto onClosed = [&](const ClosedSlice& slice) { closed(at, slice); };
    at.stack.closeAll(time, onClosed);
  }
}

}  // namespace tp
