// The rows of the panel of slices.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Draws titles, by which the list is sorted, and of any number of rows those that fit into the area.
void drawSliceRows(Context& c, const Rect& area);

}  // namespace tp::ui
