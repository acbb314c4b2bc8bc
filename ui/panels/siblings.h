// Several traces that were dropped together but are not opened together: which one is open, and a list to choose
// another.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Draws the list below `chip`, the trace's name in the header, when that is pressed. It also opens by itself when one
// of several traces has been opened, because the user has not chosen it.
void drawSiblings(Context& c, const Rect& chip);

// Returns whether there are other traces to choose from.
bool hasSiblings(WindowState& c, const Session& session);

// Opens the trace of a folder instead of the open one; returns false if there is no such folder.
bool openSibling(Context& c, const std::string& folder);

}  // namespace tp::ui
