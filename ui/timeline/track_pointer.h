// The actions of mouse wheel and buttons on the tracks.
#pragma once

#include "ui/timeline/track_area.h"
#include "ui/view/context.h"

namespace tp::ui {

// Call after the ImGui item that covers the tracks. `tracks`: the area without labels.
void handlePointer(Context& c, const TrackArea& area, const Rect& tracks);
void handleWheel(Context& c, const TrackArea& area, const Rect& tracks);

}  // namespace tp::ui
