// What is drawn over the tracks.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// The box of words about the slice, the sample or the marker under the pointer.
void drawTooltip(Context& c, const Rect& tracks);

}  // namespace tp::ui
