// The scale of a track of durations: where a duration is on it, and what its axis is labelled with.
#pragma once

#include <string>
#include <vector>

#include "core/trace/trace_info.h"
#include "ui/base/canvas.h"

namespace tp::ui {

class DurationScale {
 public:
  // Of all plots of the track, so that it does not change while the view moves.
  DurationScale(const DurationTrack& track, const Rect& area);

  float y(Time duration) const;
  Time least() const { return least_; }
  Time most() const { return most_; }
  bool empty() const { return empty_; }

  struct Label {
    float y = 0;
    std::string text;
  };
  // The greatest and the least duration, and round ones between them for which there is room.
  std::vector<Label> labels(const ClockInfo& clock) const;

 private:
  double share(double duration) const;
  std::vector<double> roundOnes(const ClockInfo& clock) const;

  Rect area_;
  bool linear_;
  bool empty_ = true;
  Time least_ = 0, most_ = 0;
  double low_ = 0, span_ = 1;  // in units, or of logarithms
};

}  // namespace tp::ui
