// The table of rows that a query has found.
#pragma once

#include "ui/panels/query_state.h"

namespace tp::ui {

// Brings the order of the rows up to date with what has arrived.
void orderRows(QueryState& state, const SqlResult& result);
// Sorts by a column; by the same once more, the other way round, and then as the rows came.
void sortRows(QueryState& state, int column);
void drawQueryTable(Context& c, QueryState& state, const SqlResult& result, const Rect& area);

// A value as the table shows it; digits of times are grouped.
std::string valueText(const SqlResult& result, size_t row, size_t column);

}  // namespace tp::ui
