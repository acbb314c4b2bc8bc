// How long the calls of one function took: bars over a logarithmic axis, with the percentiles marked.
#pragma once

#include "core/analysis/function_stats.h"
#include "ui/context.h"

namespace tp::ui {

void drawDurationHistogram(Context& c, const Calls& calls, const FunctionStats& row, const Rect& area);

}  // namespace tp::ui
