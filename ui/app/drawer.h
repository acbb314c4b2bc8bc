// The drawer below the tracks, and its panels.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// How high it is in an area of this height, which it shares with the tracks.
float drawerHeight(const Context& c, float whole);

void drawDrawer(Context& c, const Rect& area);

}  // namespace tp::ui
