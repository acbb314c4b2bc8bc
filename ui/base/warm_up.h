// Draws tables and lists once, before the first panel needs them.
#pragma once

#include "ui/base/canvas.h"

namespace tp::ui {

// A browser compiles a function when it is first called, which would slow down the first frame of a panel. Draws the
// widgets of panels invisibly. Call once, within a frame and outside of all windows.
void warmUp(Canvas& c);

}  // namespace tp::ui
