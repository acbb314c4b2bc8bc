// The names beside the tracks, the headings, and what can be done to a track there.
#pragma once

#include "ui/timeline/track_area.h"

namespace tp::ui {

// What can be clicked on takes the pointer before the tracks behind it do: these come first in a frame, the drawing
// last.
void hitHeadings(Context& c, const TrackArea& area);
void hitLabelTools(Context& c, const TrackArea& area);

void drawLabels(Context& c, const TrackArea& area, bool pinned);

// The headings that stay in sight, over everything that scrolls.
void drawStickyHeadings(Context& c, const TrackArea& area);
// How much of the scrolling tracks they hide.
float stickyHeight(const Context& c);

// Buttons beside the label under the pointer, and the menu of the right button.
void drawLabelTools(Context& c);

// The orders that tracks can be in, within a menu.
void drawSortItems(Context& c);

}  // namespace tp::ui
