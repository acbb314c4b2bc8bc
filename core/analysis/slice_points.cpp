#include "core/analysis/slice_points.h"

#include <algorithm>
#include <limits>

namespace tp {
namespace {

// Windows can't be longer than half of what times count.
constexpr int kMaxShift = 62;

// The order does not depend on who found the calls, but for such as are alike in all that is drawn.
bool comesBefore(const SlicePoint& a, const SlicePoint& b) {
  if (a.begin != b.begin) return a.begin < b.begin;
  if (a.duration != b.duration) return a.duration > b.duration;
  return a.depth != b.depth ? a.depth < b.depth : a.track < b.track;
}

uint32_t sumOf(uint64_t count) {
  return static_cast<uint32_t>(std::min<uint64_t>(count, std::numeric_limits<uint32_t>::max()));
}

}  // namespace

void SlicePoints::add(const SlicePoint& point) {
  if (most_ == 0) return;
  points_.push_back(point);
  if (points_.size() > most_) fold();
}

void SlicePoints::merge(const std::vector<SlicePoint>& points, Time window) {
  while (this->window() < window && shift_ < kMaxShift) ++shift_;
  for (const SlicePoint& point : points) add(point);
}

void SlicePoints::clear() {
  points_.clear();
  shift_ = -1;
}

std::vector<SlicePoint> SlicePoints::take() {
  sort();
  if (shift_ >= 0) foldWindows();
  return std::move(points_);
}

void SlicePoints::sort() {
  std::sort(points_.begin(), points_.end(), comesBefore);
}

// Leaves a quarter of the bound free, so that it is not done for each further call.
void SlicePoints::fold() {
  sort();
  if (shift_ >= 0) foldWindows();
  while (points_.size() > most_ - most_ / 4 && shift_ < kMaxShift) {
    ++shift_;
    foldWindows();
  }
  // A bound of very few points.
  if (points_.size() > most_) points_.resize(most_);
}

// Keeps of each window the longest and the shortest call, which stay in the order of time.
void SlicePoints::foldWindows() {
  size_t kept = 0;
  for (size_t first = 0; first < points_.size();) {
    const Time window = points_[first].begin >> shift_;
    size_t longest = first, shortest = first, last = first;
    uint64_t count = 0;
    for (; last < points_.size() && points_[last].begin >> shift_ == window; ++last) {
      count += points_[last].count;
      if (points_[last].duration > points_[longest].duration) longest = last;
      if (points_[last].duration <= points_[shortest].duration) shortest = last;
    }
    SlicePoint top = points_[longest], low = points_[shortest];
    const bool two = longest != shortest;
    low.count = 1;
    top.count = sumOf(two ? count - 1 : count);
    const bool topFirst = longest <= shortest;
    if (two) points_[kept++] = topFirst ? top : low;
    points_[kept++] = two && topFirst ? low : top;
    first = last;
  }
  points_.resize(kept);
}

}  // namespace tp
