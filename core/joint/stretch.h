// One of several traces whose tracks are drawn stretched, so that two recordings of different speed line up. Only the
// drawing: its records keep their times.
#pragma once

#include <cstdint>

#include "core/trace/trace_info.h"

namespace tp {

// What the trace has from `own.begin` to `own.end` is drawn from `over.begin` to `over.end` of the axis, and all else
// of it in proportion. Both are in units of the axis. A trace of which there is none is drawn at its own times.
struct Stretch {
  uint32_t trace = 0;  // TracePart::number
  TimeRange own;
  TimeRange over;

  bool operator==(const Stretch& other) const;
};

// Whether it can be drawn: both ranges have a length, and their times are within clampTime(). The functions below take
// no other.
bool isStretch(const Stretch& stretch);
// Whether every time is drawn where it is.
bool changesNothing(const Stretch& stretch);

// How many times as wide as by its own times the trace is drawn: above 0.
double factorOf(const Stretch& stretch);

// The time of the axis at which a time of the trace is drawn, and the time of the trace that is drawn at one of the
// axis: computed exactly, and rounded to the nearest unit, halves upwards. Times and results are limited by
// clampTime().
Time toAxis(const Stretch& stretch, Time own);
Time fromAxis(const Stretch& stretch, Time axis);

// The same of a trace that lies later by `by`: what is drawn moves as far as its times do.
Stretch moved(const Stretch& stretch, Time by);

}  // namespace tp
