// What the parts of the Why panel have in common.
#pragma once

#include "core/trace/thread_state.h"
#include "ui/view/context.h"
#include "ui/view/why_answer.h"

namespace tp::ui {

inline constexpr float kPathTime = 76, kPathShare = 52;  // widths of a row's time and of its share

WhyAnswer& whyAnswer(WindowState& c);
// The state in whose colour a part of a path is drawn; Unknown: it is hatched.
ThreadState drawnState(PathKind kind, ThreadState state);
void drawPathBox(Context& c, PathKind kind, ThreadState state, const Rect& box);
// Goes to what a thread or a CPU did at a time. The panel stays about its subject.
void goFromWhy(Context& c, TrackId track, Time time);
// Goes to a part of the path, and makes it the chosen one. The view is moved, and zoomed where that is needed for the
// part to be seen.
void goToPart(Context& c, uint32_t number);
// "≤12.3 ms", in brackets if records are missing at an end of it.
std::string pathTimeText(const ClockInfo& clock, Time time, bool atMost, bool uncertain);

}  // namespace tp::ui
