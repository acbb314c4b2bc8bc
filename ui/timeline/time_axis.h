// The ticks of the time axis, and what is done along it: ranges are marked, markers moved.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// `strip`: above the tracks, as wide as they are.
void drawTimeAxis(Context& c, const Rect& strip);

}  // namespace tp::ui
