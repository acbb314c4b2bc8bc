// The editor of the Query panel.
#pragma once

#include "ui/panels/query_state.h"

namespace tp::ui {

// Puts an example into an editor in which nothing was yet.
void beginEditing(const Context& c, QueryState& state);
// Puts a text into the editor.
void editQuery(QueryState& state, std::string text);
// Asks what is in the editor, and notes it in the history.
void runQuery(Context& c, QueryState& state);
// Draws the editor, its buttons and the error of the result, if there is one.
void drawQueryEditor(Context& c, QueryState& state, const Rect& area);

// Returns whether the key was pressed. Nobody else sees it in this frame, the field of the editor included.
bool takeKey(ImGuiKey key, bool repeat = false);

// "line 2, column 8" of a place in a text, in bytes; columns count characters.
std::string placeText(std::string_view text, size_t at);

}  // namespace tp::ui
