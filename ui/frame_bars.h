// The bars around the tracks: header, overview with the time axis, footer.
#pragma once

#include "ui/context.h"

namespace tp::ui {

void drawHeader(Context& c, const Rect& area);
// The whole trace's density, with what is visible marked; below it the ticks.
void drawOverview(Context& c, const Rect& area);
void drawFooter(Context& c, const Rect& area, double frameMs);

}  // namespace tp::ui
