// The overview of the whole trace above the tracks.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Draws the density of slices over the whole trace with the visible span marked, the time axis below it, and the head
// of the labels beside it.
void drawOverview(Context& c, const Rect& area);

}  // namespace tp::ui
