// The points of a plot, with what is needed to tell the longest and the shortest of any run of them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/slice_points.h"

namespace tp::ui {

class PlottedPoints {
 public:
  PlottedPoints() = default;
  // `points`: in the order of time, as SlicePoints::take() returns them.
  explicit PlottedPoints(std::vector<SlicePoint> points);

  bool empty() const { return points_.empty(); }
  size_t size() const { return points_.size(); }
  const SlicePoint& operator[](size_t position) const { return points_[position]; }

  // Returns the position of the first point, from `after` on, that begins at `time` or later.
  size_t from(Time time, size_t after = 0) const;

  struct Run {
    uint32_t longest = 0, shortest = 0;  // positions; of several, the first
    uint64_t count = 0;                  // calls that the points stand for
  };
  // Returns what the points from `first` up to `last`, which is not among them, are; `first` < `last`.
  Run over(size_t first, size_t last) const;
  // The same of all.
  Run all() const { return over(0, size()); }

 private:
  Run runOf(size_t level, size_t position) const;
  void extend(Run& run, const Run& by) const;

  std::vector<SlicePoint> points_;
  // Runs of kFan points each, then runs of kFan of these, and so on.
  std::vector<std::vector<Run>> levels_;
};

}  // namespace tp::ui
