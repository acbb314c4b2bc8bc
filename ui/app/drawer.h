// The drawer below the tracks, and its panels.
#pragma once

#include <span>

#include "ui/app/panels.h"
#include "ui/view/context.h"

namespace tp::ui {

// The height of the drawer in an area of height `whole` that it shares with the tracks, in pixels.
float drawerHeight(const WindowState& c, float whole);

// Returns the area of the open panel, without the tabs.
Rect drawDrawer(Context& c, const Rect& area, std::span<const Panel> panels);

}  // namespace tp::ui
