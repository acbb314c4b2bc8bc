// The span of time that lies across the tracks: arithmetic only.
#pragma once

#include "core/trace/trace_info.h"

namespace tp::ui {

// Offsets from VisibleTime::base() in clock units. Doubles hold these exactly for the length of a trace; they could not
// hold absolute times.
struct Span {
  double begin = 0;
  double end = 0;
  double length() const { return end - begin; }
};

// What a track is drawn by: that of the axis (Viewport) or, of a stretched trace, one of its own (drawnTimes()).
class VisibleTime {
 public:
  VisibleTime() = default;
  VisibleTime(Time base, const Span& now) : base_(base), now_(now) {}

  // The time from which offsets count.
  Time base() const { return base_; }
  const Span& now() const { return now_; }
  Time beginTime() const { return at(now_.begin); }
  Time endTime() const { return at(now_.end) + 1; }

  // Times to shares of the visible width (0 at the left, 1 at the right), and back.
  double toShare(Time time) const { return (static_cast<double>(time - base_) - now_.begin) / now_.length(); }
  Time toTime(double share) const { return at(now_.begin + share * now_.length()); }

 protected:
  Time base_ = 0;
  Span now_{0, 1};

 private:
  // Offsets are limited to what a Time holds beside any base.
  Time at(double offset) const {
    constexpr double kMax = 4.6e18;
    return base_ + static_cast<Time>(offset < -kMax ? -kMax : offset > kMax ? kMax : offset);
  }
};

}  // namespace tp::ui
