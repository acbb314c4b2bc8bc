// The labels of the tracks that queries make, the buttons and the menus on them.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// `area`: of the strip, labels included.
void drawQueryLabels(Context& c, const Rect& area);

}  // namespace tp::ui
