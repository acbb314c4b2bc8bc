// Several traces were dropped that are not opened together: which of them is open, and the way to the others.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// On the name in the header, `chip`: a list drops from it. It does by itself when such a trace has just been opened
// from what was dropped, since nobody chose it.
void drawSiblings(Context& c, const Rect& chip);

// Whether there is something to drop a list from.
bool hasSiblings(Context& c);

// Opens the trace of a folder in place of the open one; false where there is none.
bool openSibling(Context& c, const std::string& folder);

}  // namespace tp::ui
