// Draws the marks of one track.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// `area`: the track's own part of the window. Sets c.hover where the pointer is on a mark.
void paintTrack(Context& c, TrackId track, const Rect& area, const Rect& clip);

// The level of detail for a width in device-independent pixels.
int levelFor(const Context& c, float width);

}  // namespace tp::ui
