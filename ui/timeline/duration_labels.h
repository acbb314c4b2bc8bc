// Beside a track of durations: what is plotted, by colours, and the choice of its scale. And the tooltip of its points.
#pragma once

#include <utility>
#include <vector>

#include "ui/base/tooltip.h"
#include "ui/view/context.h"

namespace tp::ui {

// `limits`: top and bottom of what may be drawn on.
void drawDurationLabel(Context& c, const DurationTrack& track, const Rect& area, std::pair<float, float> limits);

// About the point under the pointer, which c.durations.hit has.
std::vector<TipLine> durationTip(const Context& c);

}  // namespace tp::ui
