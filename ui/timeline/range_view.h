// The marked range over the tracks.
#pragma once

#include "ui/timeline/track_area.h"
#include "ui/view/context.h"

namespace tp::ui {

void drawRange(Context& c, const TrackArea& area, const Rect& tracks);

// Returns whether an edge of the marked range is within 4 pixels of `x`; `other` is the time of the opposite edge then.
bool edgeUnder(const WindowState& c, const Rect& tracks, float x, Time& other);

}  // namespace tp::ui
