// What the wheel and the buttons do above the tracks.
#pragma once

#include "ui/timeline/track_area.h"

namespace tp::ui {

// After the item that the pointer is above. `tracks`: without the labels.
void handlePointer(Context& c, const TrackArea& area, const Rect& tracks);
void handleWheel(Context& c, const TrackArea& area, const Rect& tracks);

}  // namespace tp::ui
