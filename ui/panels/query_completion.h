// Completion of words in the editor of queries.
#pragma once

#include "ui/panels/query_state.h"
#include "ui/view/context.h"

namespace tp::ui {

// Takes the keys of the completion while the editor has the keyboard. Must be called before that is drawn. Ctrl+Space,
// or Tab behind the beginning of a word, opens the list; Tab and Enter take the chosen word, the arrows choose another,
// Escape closes it. Returns whether a key was taken.
bool completionKeys(Context& c, QueryState& state);
// Draws the list at the caret of the editor, if it is open.
void drawCompletion(Canvas& c, QueryState& state);

}  // namespace tp::ui
