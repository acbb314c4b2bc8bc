// The menu of the selected slice, instant or state.
#pragma once

#include "ui/timeline/track_area.h"
#include "ui/view/context.h"

namespace tp::ui {

// Opens the menu at the pointer.
void openSliceMenu(Canvas& c);
// Opens the menu below the selection where the window has been asked for it by a key, and draws it while it is open.
// `tracks`: the area of the tracks without their labels.
void drawSliceMenu(Context& c, const TrackArea& area, const Rect& tracks);

// Marks the time of the selection on all tracks. Returns false, having said why, if that has no length.
bool markSelection(Context& c);

}  // namespace tp::ui
