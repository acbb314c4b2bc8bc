// The visible span of time and its movements. Only arithmetic: drawing and commands are elsewhere.
#pragma once

#include "ui/view/visible_time.h"

namespace tp::ui {

class Viewport : public VisibleTime {
 public:
  // Sets the bounds of the trace. Until the view is moved, it shows `first`, which has to lie within them.
  void setWhole(Time begin, Time end, Time firstBegin, Time firstEnd);
  void setWhole(Time begin, Time end) { setWhole(begin, end, begin, end); }

  // Lets the view reach as far as these times, too: the range of a report may begin before its first record.
  void reach(Time begin, Time end) { further_ = {begin, end}; }

  // All of the trace, from base() on.
  const Span& whole() const { return whole_; }
  // The span that now() moves to.
  const Span& target() const { return target_; }

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

 private:
  Span bounds() const;
  void limit(Span& span) const;
  void go(Span span);

  Span whole_{0, 1};
  TimeRange further_{0, -1};  // of reach(); begin > end: none
  Span from_{0, 1};
  Span target_{0, 1};
  double started_ = -1;
  double animatedAt_ = -1;  // `seconds` of the last animate()
  bool moving_ = false;
  bool eased_ = true;
  bool moved_ = false;
};

}  // namespace tp::ui
