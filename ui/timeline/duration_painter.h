// Draws the durations of calls as points: for each column of the screen, at least the longest call that begins in it.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// `view`: what is in view of the track; `area`: its part of the window. Sets c.durations.hit to the point under the
// pointer.
void paintDurations(Context& c, const DurationTrack& track, const VisibleTime& view, const Rect& area,
                    const Rect& clip);

}  // namespace tp::ui
