// Draws joined traces stretched, so that two recordings of different speed line up on one axis. Nothing but the drawing
// changes: no trace is opened anew, and all figures stay those of the records.
#pragma once

#include <string>
#include <vector>

#include "ui/view/compare_answer.h"
#include "ui/view/context.h"

namespace tp::ui {

// "×1.25": how many times as wide as by its own times a trace is drawn.
std::string factorText(const Stretch& stretch);
// What the heading of a stretched trace has to be read with, for the user: a sentence without a full stop.
extern const char* const kStretchedNote;

// Draws these traces stretched beside those that are already, and says so. What can't be stretched is left out; returns
// false if nothing changes. `unstretched`: a trace that is drawn at its own times from now on; 0: none.
bool addStretches(Context& c, const std::vector<Stretch>& stretches, uint32_t unstretched = 0);
// Draws a trace, by TracePart::number, from the beginning to the end of the first one.
bool stretchToFirst(Context& c, uint32_t number);
// Whether two sides of a comparison are of two traces, one each: then B can be laid over A.
bool canLayOver(const CompareAnswer::Scopes& scopes);
// Draws the trace of side B stretched, so that what is compared of it begins and ends where that of A does, which
// is drawn at its own times. Says what is missing, and returns false, if nothing is compared or both are of one trace.
bool stretchCompared(Context& c);
// Whether B is drawn as stretchCompared() draws it, beside A at its own times.
bool liesOver(const Context& c, const CompareAnswer::Scopes& scopes);
// Draws a trace at its own times, or all if `number` is 0. Returns false if it is drawn so already.
bool resetStretches(Context& c, uint32_t number);

}  // namespace tp::ui
