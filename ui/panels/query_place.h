// Where on the timeline a row of a query's result is.
#pragma once

#include "ui/panels/query_state.h"
#include "ui/view/context.h"

namespace tp::ui {

// Returns whether rows of the result have a time, so that they lead to a place.
bool hasPlaces(const SqlResult& result);
// Begins to look for the slice, instant or state that a row is of. Says why if there is none.
void seekRow(Context& c, QueryState& state, const SqlResult& result, size_t row);
// Chooses the row at a position of `state.order`, and goes to its place if it has one. Returns false if there is no
// such row.
bool chooseRow(Context& c, QueryState& state, const SqlResult& result, size_t position);
// Call in each frame: selects what is looked for when it is decoded, or shows at least its time and track.
void followPlace(Context& c, QueryState& state);

}  // namespace tp::ui
