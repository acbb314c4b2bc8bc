// Draws the marks of one track.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// `area`: the track's part of the window. Sets c.hover to the mark under the pointer.
void paintTrack(Context& c, TrackId track, const Rect& area, const Rect& clip);

// The level of detail at which so many clock units are drawn on so many pixels of the screen.
int levelOf(double units, float pixels);
// The level of detail at which a window of aggregation is at most one screen pixel wide, if the visible span is drawn
// `width` device-independent pixels wide.
int levelFor(const Canvas& c, const VisibleTime& view, float width);

}  // namespace tp::ui
