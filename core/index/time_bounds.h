// A span of time that grows to cover things.
#pragma once

#include <algorithm>

#include "core/trace/trace_info.h"

namespace tp {

// First and last time, in clock units; begin > end if there is nothing.
struct TimeBounds {
  Time begin = 0;
  Time end = -1;

  bool empty() const { return begin > end; }
  // Extends the bounds to include [from, to]; does nothing if from > to.
  void cover(Time from, Time to) {
    if (from > to) return;
    const bool first = empty();
    begin = first ? from : std::min(begin, from);
    end = first ? to : std::max(end, to);
  }
};

}  // namespace tp
