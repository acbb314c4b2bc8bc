// The span of time on the screen, and how it moves. Pure arithmetic: what draws it and what commands it lie elsewhere.
#pragma once

#include "core/trace/trace_info.h"

namespace tp::ui {

// Offsets from `base` in clock units: doubles hold them to the unit for as long as a trace lasts, while absolute times
// would not fit.
struct Span {
  double begin = 0;
  double end = 0;
  double length() const { return end - begin; }
};

class Viewport {
 public:
  // What there is to see; until somebody has moved the view, it follows, and shows `first`, which lies within the
  // whole.
  void setWhole(Time begin, Time end, Time firstBegin, Time firstEnd);
  void setWhole(Time begin, Time end) { setWhole(begin, end, begin, end); }

  Time base() const { return base_; }
  const Span& whole() const { return whole_; }
  const Span& now() const { return now_; }
  const Span& target() const { return target_; }
  Time beginTime() const { return base_ + static_cast<Time>(now_.begin); }
  Time endTime() const { return base_ + static_cast<Time>(now_.end) + 1; }

  // `factor` < 1 zooms in; `anchor` is a share of the width, whose time stays where it is.
  void zoom(double factor, double anchor);
  // By a share of the width.
  void pan(double share);
  // By a share of the width, at once: under a pointer that drags.
  void drag(double share);
  void show(Time begin, Time end);
  // At the scale that there is, as far as the trace reaches: nothing much is shown beside its ends.
  void centre(Time time);
  void showAll();
  // To where it is going, at once.
  void jump();
  // False: every move is at once, for those whom movement disturbs.
  void setEased(bool eased) { eased_ = eased; }
  bool moved() const { return moved_; }

  // Moves `now` towards `target`, eased; false when it is there.
  bool animate(double seconds);

  double toShare(Time time) const { return (static_cast<double>(time - base_) - now_.begin) / now_.length(); }
  Time toTime(double share) const { return base_ + static_cast<Time>(now_.begin + share * now_.length()); }

 private:
  void limit(Span& span) const;
  void go(Span span);

  Time base_ = 0;
  Span whole_{0, 1};
  Span now_{0, 1};
  Span from_{0, 1};
  Span target_{0, 1};
  double started_ = -1;
  double seen_ = -1;  // of the last animate()
  bool moving_ = false;
  bool eased_ = true;
  bool moved_ = false;
};

}  // namespace tp::ui
