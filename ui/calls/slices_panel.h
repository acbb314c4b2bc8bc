#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Draws the slices as rows, with a filter, a choice of kinds and an order; beside them the histogram of their durations
// and their groups.
void drawSlicesPanel(Context& c, const Rect& area);

}  // namespace tp::ui
