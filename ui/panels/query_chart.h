// The chart of two columns of the rows that a query has found: bars for names, points for numbers.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "ui/panels/query_state.h"
#include "ui/view/context.h"

namespace tp::ui {

// Returns whether there is something to draw: all rows are there, and a column of numbers beside another column.
bool hasChart(const SqlResult& result);
// Returns the columns that it draws at first, across and up: what people mostly want to see. Requires hasChart().
std::pair<size_t, size_t> columnsOfChart(const SqlResult& result, std::span<const ValueKind> kinds);
// Requires hasChart().
void drawQueryChart(Context& c, QueryState& state, const SqlResult& result, const Rect& area);

}  // namespace tp::ui
