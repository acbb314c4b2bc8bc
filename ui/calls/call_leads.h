// From a figure of a function to the calls that it is of, in the panel of slices.
#pragma once

#include <utility>

#include "ui/view/context.h"

namespace tp::ui {

// Whether a figure leads to calls.
bool leadsToCalls(FunctionFigure figure);
// Lists the calls that the figure is of: all of them; for a percentile, those that took as long or longer; for the
// greatest or least, all with that one first; those whose duration is not known.
void listCallsOf(Context& c, const Calls& calls, const FunctionStats& row, FunctionFigure figure);
// Lists the calls of Context::function. Returns false if they are not counted.
bool listChosenFunction(Context& c);
// Lists the calls of these durations, both inclusive.
void listCallsOf(Context& c, const Calls& calls, NameId function, std::pair<Time, Time> durations);

}  // namespace tp::ui
