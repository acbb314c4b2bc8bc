// The marked range over the tracks: over those of a stretched trace, where its times are drawn there.
#pragma once

#include "ui/timeline/track_area.h"
#include "ui/view/context.h"

namespace tp::ui {

void drawRange(Context& c, const TrackArea& area, const Rect& tracks);

// Returns whether an edge of the marked range, as tracks of `view` are drawn, is within 4 pixels of `x`; `other` is the
// time of the opposite edge then.
bool edgeUnder(const WindowState& c, const VisibleTime& view, const Rect& tracks, float x, Time& other);

}  // namespace tp::ui
