// The visible span of time and its movements. Only arithmetic: drawing and commands are elsewhere.
#pragma once

#include "core/trace/trace_info.h"

namespace tp::ui {

// Offsets from Viewport::base() in clock units. Doubles hold these exactly for the length of a trace; they could not
// hold absolute times.
struct Span {
  double begin = 0;
  double end = 0;
  double length() const { return end - begin; }
};

class Viewport {
 public:
  // Sets the bounds of the trace. Until the view is moved, it shows `first`, which has to lie within them.
  void setWhole(Time begin, Time end, Time firstBegin, Time firstEnd);
  void setWhole(Time begin, Time end) { setWhole(begin, end, begin, end); }

  // Lets the view reach as far as these times, too: the range of a report may begin before its first record.
  void reach(Time begin, Time end) { further_ = {begin, end}; }

  // The time from which offsets count: the beginning of the trace.
  Time base() const { return base_; }
  const Span& whole() const { return whole_; }
  // The visible span, and the one that it moves to.
  const Span& now() const { return now_; }
  const Span& target() const { return target_; }
  Time beginTime() const { return base_ + static_cast<Time>(now_.begin); }
  Time endTime() const { return base_ + static_cast<Time>(now_.end) + 1; }

  // Zooms in if `factor` < 1. `anchor`: the share of the width whose time stays in place.
  void zoom(double factor, double anchor);
  // Moves by a share of the width.
  void pan(double share);
  // Moves by a share of the width without animation, for dragging.
  void drag(double share);
  void show(Time begin, Time end);
  // Centres a time at the present scale, but shows hardly more than the trace near its ends.
  void centre(Time time);
  void showAll();
  // Ends the animation: shows the target at once.
  void jump();
  // False: moves are not animated, for users who prefer reduced motion.
  void setEased(bool eased) { eased_ = eased; }
  // Returns whether the view has ever been moved; then setWhole() leaves it where it is.
  bool moved() const { return moved_; }

  // Moves now() towards target(); returns false when it has arrived. `seconds`: time of the frame.
  bool animate(double seconds);

  // Times to shares of the visible width (0 at the left, 1 at the right), and back.
  double toShare(Time time) const { return (static_cast<double>(time - base_) - now_.begin) / now_.length(); }
  Time toTime(double share) const { return base_ + static_cast<Time>(now_.begin + share * now_.length()); }

 private:
  Span bounds() const;
  void limit(Span& span) const;
  void go(Span span);

  Time base_ = 0;
  Span whole_{0, 1};
  TimeRange further_{0, -1};  // of reach(); begin > end: none
  Span now_{0, 1};
  Span from_{0, 1};
  Span target_{0, 1};
  double started_ = -1;
  double animatedAt_ = -1;  // `seconds` of the last animate()
  bool moving_ = false;
  bool eased_ = true;
  bool moved_ = false;
};

}  // namespace tp::ui
