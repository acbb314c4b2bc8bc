// The time that things cover.
#pragma once

#include <algorithm>

#include "core/trace/trace_info.h"

namespace tp {

// First and last time, in clock units; begin > end where there is nothing.
struct TimeBounds {
  Time begin = 0;
  Time end = -1;

  bool empty() const { return begin > end; }
  // Stretches over what lasts from one time to the other; over nothing where they are the wrong way round.
  void cover(Time from, Time to) {
    if (from > to) return;
    const bool first = empty();
    begin = first ? from : std::min(begin, from);
    end = first ? to : std::max(end, to);
  }
};

}  // namespace tp
