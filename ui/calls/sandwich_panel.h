// The Sandwich panel: callers and callees of a function.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

void drawSandwichPanel(Context& c, const Rect& area);

}  // namespace tp::ui
