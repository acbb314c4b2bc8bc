// A strip below the header that is shown if open files have changed. It offers to open them again.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Draws the strip at `top`; returns its height in pixels, 0 if it is not shown.
float drawChanged(Context& c, float top, float width);

}  // namespace tp::ui
