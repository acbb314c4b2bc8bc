// Calls by when they began and how long they took, for plots: each by itself, as long as there are not too many.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/names.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

struct SlicePoint {
  enum Flags : uint16_t {
    kAtMost = 1,  // the duration is an upper bound
    kBefore = 2,  // it began before the range
  };
  Time begin = 0;
  Time duration = 0;
  TrackId track = kNoTrack;
  NameId name = kNoName;
  // Calls that it stands for: itself, and those of SlicePoints::window() that took neither longer than it nor less than
  // the window's shortest, which is a point as well.
  uint32_t count = 1;
  uint16_t depth = 0;
  uint16_t flags = 0;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.begin, self.duration, self.track, self.name, self.count, self.depth, self.flags);
  }
};
static_assert(sizeof(SlicePoint) == 32);

// Keeps calls up to a bound. Beyond it, time is divided into windows of a power of two, and of each window the longest
// and the shortest call are kept.
class SlicePoints {
 public:
  // Bounds beyond it are taken for it: 32 MB.
  static constexpr size_t kMax = size_t{1} << 20;

  explicit SlicePoints(size_t most) : most_(most < kMax ? most : kMax) {}

  void add(const SlicePoint& point);
  // Adds what take() of another one has returned.
  void merge(const std::vector<SlicePoint>& points, Time window);
  void clear();
  // How long the windows are; 0: each call is a point of its own.
  Time window() const { return shift_ < 0 ? 0 : Time{1} << shift_; }
  // Returns the points in the order of time.
  std::vector<SlicePoint> take();

 private:
  void fold();
  void foldWindows();
  void sort();

  size_t most_;
  int shift_ = -1;  // window() as a power of two; negative: none
  std::vector<SlicePoint> points_;
};

}  // namespace tp
