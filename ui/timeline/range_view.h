// The marked range over the tracks.
#pragma once

#include "ui/timeline/track_area.h"

namespace tp::ui {

void drawRange(Context& c, const TrackArea& area, const Rect& tracks);

// Whether an edge of the range is near `x`, and the time of the other one.
bool edgeUnder(const Context& c, const Rect& tracks, float x, Time& other);

}  // namespace tp::ui
