#include "ui/panels/why_parts.h"

#include <algorithm>

#include "ui/base/hatch.h"
#include "ui/base/time_text.h"
#include "ui/view/drawn_times.h"

namespace tp::ui {

WhyAnswer& whyAnswer(WindowState& c) {
  return c.memory.of<WhyAnswer>();
}

ThreadState drawnState(PathKind kind, ThreadState state) {
  switch (kind) {
    case PathKind::Running:
      return ThreadState::Running;
    case PathKind::CpuWait:
      return ThreadState::Runnable;
    case PathKind::Blocked:
      return state;
    case PathKind::Ended:
      return ThreadState::Dead;
    case PathKind::NotKnown:
      break;
  }
  return ThreadState::Unknown;
}

void drawPathBox(Context& c, PathKind kind, ThreadState state, const Rect& box) {
  const ThreadState drawn = drawnState(kind, state);
  if (drawn == ThreadState::Unknown)
    drawHatch(c, box, box.x, box.x + box.w);
  else
    c.draw->AddRectFilled(box.min(), box.max(), c.theme.stateColour(drawn), box.w > 6 ? 2.0f : 0.0f);
}

void goFromWhy(Context& c, TrackId track, Time time) {
  c.goTo = whyAnswer(c).placeOf(c, c.index(), track, time);
}

void goToPart(Context& c, uint32_t number) {
  WhyAnswer& answer = whyAnswer(c);
  answer.choose(number);
  const PathSegment one = answer.path()[number];
  showWhole(c, c.index(), one.thread, one.begin, one.end);
  goFromWhy(c, one.thread, one.begin);
}

std::string pathTimeText(const ClockInfo& clock, Time time, bool atMost, bool uncertain) {
  const std::string text = durationText(time, clock, atMostIf(atMost));
  return uncertain ? "(" + text + ")" : text;
}

}  // namespace tp::ui
