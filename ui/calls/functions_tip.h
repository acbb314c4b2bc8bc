// The tooltips of the table of functions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/analysis/function_stats.h"
#include "ui/view/context.h"

namespace tp::ui {

// Titles and texts of the figures for which the table has no room.
using HiddenFigures = std::vector<std::pair<std::string, std::string>>;

// About a row: what is hidden of it, and what is known of calls without an end or a beginning. Draws nothing if there
// is neither.
void functionTip(Context& c, const FunctionStats& row, const HiddenFigures& hidden);

// About the columns of the median and of percentiles.
void percentileTip(Canvas& c);

// About the column "Of self".
void ofSelfTip(Canvas& c);

}  // namespace tp::ui
