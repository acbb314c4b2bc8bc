// How the figures of a function are shown.
#pragma once

#include <string>

#include "core/analysis/call_profile.h"
#include "core/analysis/function_stats.h"
#include "core/trace/trace_info.h"

namespace tp::ui {

// Returns the text of a figure; empty if nothing is known. A time in brackets is how long calls are drawn whose
// duration is not known. "~" is before a self time that may be off (FunctionStats::selfDoubt), "≤" before an upper
// bound (FunctionStats::isAtMost()).
std::string figureText(const FunctionStats& row, FunctionFigure figure, const ClockInfo& clock);

// As above, of one of several traces: Calls, Total or Self. Empty if the function has no calls there that ended.
std::string figureText(const TraceFigures& of, FunctionFigure figure, const ClockInfo& clock);

// What is not certain of a weight by states, to follow its sum; empty if all is.
std::string uncertainText(const StateSums& sums, const ClockInfo& clock);

}  // namespace tp::ui
