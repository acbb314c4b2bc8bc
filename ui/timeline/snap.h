// What is dragged near the beginning or the end of a slice takes its time, to the unit of the trace's clock.
#pragma once

#include "ui/timeline/track_area.h"
#include "ui/view/context.h"

namespace tp::ui {

// The time for what is dragged to the pointer over the tracks: that of the nearest edge of the slices under it, those
// of the row that is pointed at first, within some pixels; else `at`. Alt leaves it at `at`, and so does a track that
// is not stretched as what `at` is a time of. `tracks`: the area of the tracks without labels.
Time snapOnTracks(Context& c, const TrackArea& area, const Rect& tracks, Time at, const Stretch* stretch);
// The same for what is dragged along the axis above the tracks: of the slices of all tracks that were drawn last, those
// wide enough to be told apart. Those of stretched tracks have other times than the axis there.
Time snapOnAxis(Context& c, const Rect& axis, Time at);
// Call after the tracks have been drawn: notes which they were, and shows the edge that was taken in this frame.
void drawSnap(Context& c, const Rect& tracks);

}  // namespace tp::ui
