// How several traces lie beside each other, in links.
#pragma once

#include "core/link/view_link.h"
#include "ui/view/context.h"

namespace tp::ui {

// Whether all of the traces that a side of a comparison is about are open.
bool hasTraces(const TraceIndex& index, const LinkSide& side);
// Whether the link compares, shifts or stretches a trace that is not open yet.
bool awaitsTrace(const TraceIndex& index, const ViewLink& link);
// What the link compares and how many of its traces are missing, as a sentence; empty: none is that it compares.
std::string awaitedWords(const TraceIndex& index, const ViewLink& link);
// That what is compared may not be as a link has it, whose traces are not those that are open, as a sentence.
std::string otherOrderWords();

LinkShifts linkShifts(const TraceIndex& index);
LinkStretches linkStretches(const WindowState& c, const TraceIndex& index);

// Opens the traces anew, shifted as the link has them, if these are its traces. Then the link waits for that.
bool shiftAsLinked(Context& c, const ViewLink& link);
// Draws the traces stretched as the link has them, if these are its traces. Call when they are shifted as it has them.
void stretchAsLinked(Context& c, const ViewLink& link);

}  // namespace tp::ui
