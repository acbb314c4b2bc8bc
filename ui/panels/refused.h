// The strip that says why something that was dropped beside the open trace was not opened.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Draws the strip at the y `top`, if there is something to say. Returns its height, or 0.
float drawRefused(Context& c, float top, float width);

}  // namespace tp::ui
