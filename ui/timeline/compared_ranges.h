// The ranges that are compared, on the time axis.
#pragma once

#include <utility>
#include <vector>

#include "ui/view/context.h"

namespace tp::ui {

// While the panel Compare is open, draws a line with a letter for each side that has a range, where its trace is drawn.
// Adds where letters stand, from left to right in pixels, to `taken`.
void drawComparedRanges(Context& c, const Rect& strip, std::vector<std::pair<float, float>>& taken);

}  // namespace tp::ui
