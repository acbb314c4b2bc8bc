// The table of groups in the panel of slices.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Draws the groups; a click on one adds it to the filter.
void drawSliceGroups(Context& c, const Rect& area);

}  // namespace tp::ui
