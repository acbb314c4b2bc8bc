// Places within a unit (a stream or a merge) from which scans can go on, so that a scan of a range of time decodes the
// range only. They are noted while the unit is decoded the first time for such a scan.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/analysis/thin_out.h"
#include "core/decode/record_driver.h"
#include "core/index/slice_lane.h"

namespace tp {

class UnitPoints {
 public:
  struct Point {
    Checkpoint at;
    int64_t number = 0;       // of the record that follows
    Time start = 0, now = 0;  // when the unit's first thing is drawn, and the latest time so far
    bool started = false;     // something was drawn
    std::vector<SliceLane> lanes;
    // Of the records from here to the next point: none is drawn before `begin`, nor does what they close begin and end
    // after `end`.
    Time begin = 0, end = 0;
  };

  // There are at least `records` records from one point to the next; more where the points would take more than
  // `mostBytes`, but for the last few.
  UnitPoints(int64_t records, uint64_t mostBytes) : records_(records), mostBytes_(mostBytes) {}

  const std::vector<Point>& all() const { return points_; }
  // Of the checkpoints of the points.
  SavedNumbers& numbers() { return numbers_; }
  const SavedNumbers& numbers() const { return numbers_; }

  // Whether another point is to be noted before the record of this number.
  bool due(int64_t number) const { return number >= due_; }
  void add(Point point) {
    // All points together take two bytes a record, at most.
    constexpr int64_t kBytesPerRecord = 2;
    if (bytes_ > mostBytes_) thin();
    const uint64_t bytes = bytesOf(point);
    bytes_ += bytes;
    due_ = point.number + std::max(records_, static_cast<int64_t>(bytes / kBytesPerRecord));
    point.begin = std::numeric_limits<Time>::max();
    point.end = std::numeric_limits<Time>::min();
    points_.push_back(std::move(point));
  }
  // Something that begins at `time` was drawn, or has ended.
  void cover(Time time, Time now) {
    points_.back().begin = std::min(points_.back().begin, time);
    points_.back().end = std::max(points_.back().end, now);
  }
  // The unit ends: begins of points never decrease from one to the next from now on, nor do the ends.
  void finish() {
    for (size_t i = points_.size(); i-- > 1;) points_[i - 1].begin = std::min(points_[i - 1].begin, points_[i].begin);
    for (size_t i = 1; i < points_.size(); ++i) points_[i].end = std::max(points_[i].end, points_[i - 1].end);
  }
  // Returns the first point from which on something may end at `time` or later; the last one if none does.
  size_t from(Time time) const {
    const auto at = std::lower_bound(points_.begin(), points_.end(), time,
                                     [](const Point& point, Time least) { return point.end < least; });
    return std::min(static_cast<size_t>(at - points_.begin()), points_.size() - 1);
  }
  // Returns the last point before the record of this number, or at it.
  size_t before(int64_t number) const {
    const auto behind = std::upper_bound(points_.begin(), points_.end(), number,
                                         [](int64_t wanted, const Point& point) { return wanted < point.number; });
    return behind == points_.begin() ? 0 : static_cast<size_t>(behind - points_.begin()) - 1;
  }
  // Returns whether the slice is still open at a point; not behind the last one.
  bool isOpen(size_t point, TrackId track, size_t depth, int64_t id) const {
    if (point >= points_.size()) return false;
    for (const SliceLane& lane : points_[point].lanes)
      if (lane.track() == track) return lane.isOpen(depth, id);
    return false;
  }

 private:
  // About what a lane and an open slice take.
  static constexpr size_t kLaneBytes = 256, kSliceBytes = 32;

  static uint64_t bytesOf(const Point& point) {
    uint64_t bytes = sizeof(Point) + point.at.state.size();
    for (const SliceLane& lane : point.lanes) bytes += kLaneBytes + lane.depth() * kSliceBytes;
    return bytes;
  }
  // Leaves every second point out, and those to come are twice as far apart.
  void thin() {
    records_ = fartherApart(records_);
    thinOut(points_, [](Point& kept, const Point& left) {
      kept.begin = std::min(kept.begin, left.begin);
      kept.end = std::max(kept.end, left.end);
    });
    bytes_ = 0;
    for (const Point& point : points_) bytes_ += bytesOf(point);
  }

  int64_t records_;
  uint64_t mostBytes_, bytes_ = 0;
  std::vector<Point> points_;
  SavedNumbers numbers_;
  int64_t due_ = 0;
};

}  // namespace tp
