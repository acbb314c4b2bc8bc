// The labels beside the tracks, the headings, and the buttons and menus on them.
#pragma once

#include "ui/timeline/track_area.h"
#include "ui/view/context.h"

namespace tp::ui {

// ImGui gives the pointer to the first of overlapping items. So these two are called before the tracks are drawn, and
// the labels are drawn afterwards.
void hitHeadings(Context& c, const TrackArea& area);
void hitLabelTools(Context& c, const TrackArea& area);

void drawLabels(Context& c, const TrackArea& area, bool pinned);

// Draws the headings that stay visible over the scrolling tracks.
void drawStickyHeadings(Context& c, const TrackArea& area);
// The height of the scrolling tracks that they cover, in pixels.
float stickyHeight(const WindowState& c);

// Draws the buttons beside the label under the pointer, and the context menu.
void drawLabelTools(Context& c);

// Draws a menu item for each order of tracks.
void drawSortItems(Context& c);

}  // namespace tp::ui
