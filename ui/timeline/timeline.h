// The tracks below one another: labels on the left, marks on the right, and what the pointer and the keys do there.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

void drawTimeline(Context& c, const Rect& area);

// Brings a track's row of a depth into view.
void scrollTo(Context& c, TrackId track, uint16_t depth, float height);

}  // namespace tp::ui
