// The editor of the Query panel.
#pragma once

#include "ui/panels/query_state.h"
#include "ui/view/context.h"

namespace tp::ui {

// Puts an example into an editor in which nothing was yet.
void beginEditing(const TraceIndex& index, QueryState& state);
// Whether nobody has written a query of their own: there is none, or an example.
bool holdsExample(const TraceIndex& index, const QueryState& state);
// Puts a text into the editor, and gives that the keyboard. `all`: the text is selected, else the caret is behind it.
void editQuery(Context& c, QueryState& state, std::string text, bool all = false);
// Asks what is in the editor, and notes it in the history.
void runQuery(Context& c, QueryState& state);
// Draws the editor, its buttons and the error of the result, if there is one.
void drawQueryEditor(Context& c, QueryState& state, const Rect& area);

// "line 2, column 8" of a place in a text, in bytes; columns count characters.
std::string placeText(std::string_view text, size_t at);

}  // namespace tp::ui
