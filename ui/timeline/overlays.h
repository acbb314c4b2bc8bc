// What is drawn over the tracks.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Draws the tooltip of the control, sample or slice under the pointer.
void drawTooltip(Context& c, const Rect& tracks);

}  // namespace tp::ui
