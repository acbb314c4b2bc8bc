#include "core/formats/uftrace/time_order.h"

#include <algorithm>
#include <cstdio>

namespace tp::uftrace {

TimeOrder judgeTime(Time before, Time time, std::span<const Time> after) {
  if (before == kNoTime) {
    // Two following times that agree with each other outweigh this one, but not one that agrees with it: what seems to
    // follow may be arguments, which are often small numbers.
    if (after.empty() || std::any_of(after.begin(), after.end(), [&](Time one) { return near(time, one); }))
      return TimeOrder::Good;
    return after.size() > 1 && near(after[0], after[1]) ? TimeOrder::Alone : TimeOrder::Good;
  }
  if (inStep(before, time)) return TimeOrder::Good;
  bool back = time < before;
  size_t own = 0;
  for (Time one : after) own += back ? one < before - kJitter : one >= time - kJitter;
  size_t others = after.size() - own;
  if (own > others) return back ? TimeOrder::Back : TimeOrder::Good;
  if (others > 0) return TimeOrder::Alone;
  if (back || time - before > kLongest) return TimeOrder::Alone;
  return time - before > kLongGap ? TimeOrder::Unconfirmed : TimeOrder::Good;
}

std::string leapText(Time before, Time time) {
  bool back = time < before;
  double seconds = (back ? static_cast<double>(before) - static_cast<double>(time)
                         : static_cast<double>(time) - static_cast<double>(before)) /
                   1e9;
  char text[64];
  std::snprintf(text, sizeof text, "one %.9g s %s", seconds, back ? "before it" : "after it");
  return text;
}

}  // namespace tp::uftrace
