#include "ui/view/plotted_points.h"

#include <algorithm>
#include <utility>

namespace tp::ui {
namespace {

constexpr size_t kFan = 16;

}  // namespace

PlottedPoints::PlottedPoints(std::vector<SlicePoint> points) : points_(std::move(points)) {
  for (size_t size = points_.size(); size > kFan; size = levels_.back().size()) {
    std::vector<Run> runs((size + kFan - 1) / kFan);
    const size_t below = levels_.size();
    for (size_t i = 0; i < size; ++i) {
      const Run one = runOf(below, i);
      Run& run = runs[i / kFan];
      if (i % kFan == 0)
        run = one;
      else
        extend(run, one);
    }
    levels_.push_back(std::move(runs));
  }
}

// Steps that double stay near to where the last column ended, which is in the processor's cache.
size_t PlottedPoints::from(Time time, size_t after) const {
  size_t low = std::min(after, points_.size()), step = kFan;
  while (low + step < points_.size() && points_[low + step].begin < time) {
    low += step;
    step *= 2;
  }
  const auto begin = points_.begin() + static_cast<ptrdiff_t>(low);
  const auto end = points_.begin() + static_cast<ptrdiff_t>(std::min(points_.size(), low + step));
  const auto at = std::partition_point(begin, end, [time](const SlicePoint& point) { return point.begin < time; });
  return static_cast<size_t>(at - points_.begin());
}

// Level 0 is that of the points themselves.
PlottedPoints::Run PlottedPoints::runOf(size_t level, size_t position) const {
  if (level > 0) return levels_[level - 1][position];
  const auto at = static_cast<uint32_t>(position);
  return {at, at, points_[position].count};
}

void PlottedPoints::extend(Run& run, const Run& by) const {
  const Time longest = points_[run.longest].duration, its = points_[by.longest].duration;
  if (its > longest || (its == longest && by.longest < run.longest)) run.longest = by.longest;
  const Time shortest = points_[run.shortest].duration, least = points_[by.shortest].duration;
  if (least < shortest || (least == shortest && by.shortest < run.shortest)) run.shortest = by.shortest;
  run.count += by.count;
}

PlottedPoints::Run PlottedPoints::over(size_t first, size_t last) const {
  Run run{static_cast<uint32_t>(first), static_cast<uint32_t>(first), 0};
  auto take = [&](size_t level, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) extend(run, runOf(level, i));
  };
  for (size_t level = 0; first < last; ++level) {
    const size_t up = (first + kFan - 1) / kFan, down = last / kFan;
    if (up >= down || level == levels_.size()) {
      take(level, first, last);
      break;
    }
    take(level, first, up * kFan);
    take(level, down * kFan, last);
    first = up;
    last = down;
  }
  return run;
}

}  // namespace tp::ui
