// Hatching stands for what is not known.
#pragma once

#include "ui/base/canvas.h"

namespace tp::ui {

// Hatches the part of `box` that lies between the left and the right edge. The lines are anchored to the box, so that
// they move with it.
void drawHatch(const Canvas& canvas, const Rect& box, float left, float right);

}  // namespace tp::ui
