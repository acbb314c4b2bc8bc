// The table of rows that a query has found.
#pragma once

#include "ui/panels/query_state.h"

namespace tp::ui {

// Brings the order of the rows up to date with what has arrived.
void orderRows(QueryState& state, const SqlResult& result);
// Sorts by a column, ascending first. If the rows are sorted by it already, sorts descending; if they are descending,
// restores the order in which they came.
void sortRows(QueryState& state, int column);
void drawQueryTable(Context& c, QueryState& state, const SqlResult& result, const Rect& area);

// A value as the table shows it; digits of times are grouped.
std::string valueText(const SqlResult& result, size_t row, size_t column);

}  // namespace tp::ui
