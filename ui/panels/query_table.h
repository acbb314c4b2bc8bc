// The table of rows that a query has found.
#pragma once

#include "ui/panels/query_state.h"
#include "ui/view/context.h"

namespace tp::ui {

// Brings the order of the rows up to date with what has arrived.
void orderRows(QueryState& state, const SqlResult& result);
// Sorts by a column, ascending first. If the rows are sorted by it already, sorts descending; if they are descending,
// restores the order in which they came.
void sortRows(QueryState& state, int column);
void drawQueryTable(Context& c, QueryState& state, const SqlResult& result, const Rect& area);

// Returns how wide columns are shown whose texts are `wholes` wide, in pixels: wide ones are cut, as far as there is no
// room left.
std::vector<float> fitWidths(const std::vector<float>& wholes, float room);

}  // namespace tp::ui
