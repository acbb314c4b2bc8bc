// The Selection panel: details of the selected mark.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

void drawSelectionPanel(Context& c, const Rect& area);

}  // namespace tp::ui
