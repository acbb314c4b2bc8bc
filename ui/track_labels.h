// The names beside the tracks, the headings, and what can be done to a track there.
#pragma once

#include "ui/track_area.h"

namespace tp::ui {

// Beside the pinned or the scrolling tracks; headings first, so that rows do not show through those that stay.
void drawLabels(Context& c, const TrackArea& area, bool pinned);

// The headings that stay in sight, over everything that scrolls.
void drawStickyHeadings(Context& c, const TrackArea& area);
// How much of the scrolling tracks they hide.
float stickyHeight(const Context& c);

// Buttons beside the label under the pointer, and the menu of the right button.
void drawLabelTools(Context& c, const TrackArea& area);

// The orders that tracks can be in, within a menu.
void drawSortItems(Context& c);

}  // namespace tp::ui
