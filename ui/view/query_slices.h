// The rows of a query's result as slices on levels, of which none overlaps another one of its level.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "core/index/time_bounds.h"
#include "core/session/sql/sql_result.h"

namespace tp::ui {

// Positions of the columns of a result.
struct SliceColumns {
  size_t ts = 0, dur = 0;
  std::optional<size_t> name;      // none: slices have no name
  std::optional<size_t> end = {};  // up to when one is drawn whose duration is not known; none: to the end of the trace
};
// Returns nullopt if rows of the result can't be slices. Their name is the column of this name, or the first of texts.
std::optional<SliceColumns> sliceColumns(const SqlResult& result);

struct QuerySlice {
  Time begin = 0, end = 0;  // within the trace
  uint32_t row = 0;         // of the result
  uint8_t hue = 0;          // position in Theme::slices
  bool open = false;        // its duration is not known
};

struct QuerySlices {
  // What overlaps all of so many levels is left out.
  static constexpr size_t kMaxLevels = 256;

  std::vector<std::vector<QuerySlice>> levels;  // each in the order of time
  size_t timeless = 0;                          // rows left out that have no ts or no dur
  size_t outside = 0;                           // rows left out that lie outside of the trace
  size_t crowded = 0;                           // rows left out that overlap too many others
};

// `trace`: when the trace begins and ends. A slice is put on the first level that has room for it; of those that begin
// together, the longest is the first.
QuerySlices layOutSlices(const SqlResult& result, const SliceColumns& columns, const TimeBounds& trace);

// Returns a time of a result; nullopt if the value is none. Fractions are cut off.
std::optional<Time> timeOf(const Cell& cell);

// Calls use(first, count) for what is drawn of a level between two times, in order: a slice by itself, or neighbours
// that lie within `pixel` units. These are told apart by places that do not move with the view.
template <class Use>
void forMerged(std::span<const QuerySlice> level, Time begin, Time end, Time pixel, Use&& use) {
  auto at = std::partition_point(level.begin(), level.end(), [&](const QuerySlice& one) { return one.end < begin; });
  while (at != level.end() && at->begin <= end) {
    const Time from = at->begin, room = pixel - from % pixel;
    auto next = std::partition_point(at, level.end(), [&](const QuerySlice& one) { return one.end - from <= room; });
    if (next == at) ++next;
    use(static_cast<size_t>(at - level.begin()), static_cast<size_t>(next - at));
    at = next;
  }
}

}  // namespace tp::ui
