// Completion of words in the editor of queries.
#pragma once

#include "ui/panels/query_state.h"

namespace tp::ui {

// Takes the keys of the completion while the field `label` has the keyboard. Must be called before the field is drawn,
// with the same ID stack of ImGui. Ctrl+Space, or Tab behind the beginning of a word, opens the list; Tab and Enter
// take the chosen word, the arrows choose another, Escape closes it. Returns whether a key was taken.
bool completionKeys(Context& c, QueryState& state, const char* label);
// Draws the list at the caret of the field `label`, if it is open.
void drawCompletion(Context& c, QueryState& state, const char* label);

}  // namespace tp::ui
