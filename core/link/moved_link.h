// Links of a trace as links of something else that has a part of it.
#pragma once

#include "core/link/view_link.h"

namespace tp {

// Adds `by` to all times of a link; `since` becomes that of a trace that begins at them. Spans that end up beyond what
// a link can hold are left out.
void moveTimes(ViewLink& link, Time by);

// For a report, whose trace is a cut: all times of the link count from `first`, the beginning of the whole, unless it
// says from when. Nothing in it tells which trace it was of.
void countFrom(ViewLink& link, Time first);

// Lets a link show what its view has of a part of the trace, and all of the part if that is nothing.
void showWithin(ViewLink& link, LinkSpan part);

// Leaves nothing in the link but times, notes and tracks that are known by their numbers: neither names, of which
// somebody who guesses one could see by its hash that it is there, nor what was typed but notes.
void forgetNames(ViewLink& link);

}  // namespace tp
