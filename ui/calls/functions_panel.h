// The Functions panel: the table of functions.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

void drawFunctionsPanel(Context& c, const Rect& area);

}  // namespace tp::ui
