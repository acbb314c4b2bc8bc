// Hatching stands for what is not known, a torn edge for an end that was not recorded.
#pragma once

#include "ui/base/canvas.h"

namespace tp::ui {

// Hatches the part of `box` that lies between the left and the right edge. The lines are anchored to the box, so that
// they move with it.
void drawHatch(const Canvas& canvas, const Rect& box, float left, float right);
// Draws the left or the right edge of a box as torn.
void drawTornLeft(const Canvas& canvas, const Rect& box);
void drawTornRight(const Canvas& canvas, const Rect& box);

}  // namespace tp::ui
