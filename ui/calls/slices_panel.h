#pragma once

#include <vector>

#include "ui/view/context.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

// Draws the slices as rows, with a filter, a choice of kinds and an order; beside them the histogram of their durations
// and their groups.
void drawSlicesPanel(Context& c, const Rect& area);
// The first slices, with the columns that are shown.
std::vector<PanelTable> slicesTables(Context& c);

}  // namespace tp::ui
