// The chart of two columns of the rows that a query has found: bars for names, points for numbers.
#pragma once

#include "ui/panels/query_state.h"

namespace tp::ui {

// Returns whether there is something to draw: all rows are there, and a column of numbers beside another column.
bool hasChart(const SqlResult& result);
// Requires hasChart().
void drawQueryChart(Context& c, QueryState& state, const SqlResult& result, const Rect& area);

}  // namespace tp::ui
