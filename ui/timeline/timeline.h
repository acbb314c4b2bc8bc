// The tracks: labels on the left, marks on the right, and the pointer's actions on both.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

void drawTimeline(Context& c, const Rect& area);

// Expands the headings above a track and scrolls its row of a depth into view. `height`: of the area of tracks, in
// pixels.
void scrollTo(WindowState& c, const Session& session, TrackId track, uint16_t depth, float height);

}  // namespace tp::ui
