// The panel of what is known of the trace as a whole, and of its warnings.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

void drawInfoPanel(Context& c, const Rect& area);

}  // namespace tp::ui
