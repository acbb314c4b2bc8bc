// The panel of the details of the selection.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

void drawSelectionPanel(Context& c, const Rect& area);

}  // namespace tp::ui
