// The bar of the whole trace above the tracks.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// The density of the whole trace, with what is visible marked; below it the ticks.
void drawOverview(Context& c, const Rect& area);

}  // namespace tp::ui
