// The time axis, along which ranges are marked and markers are moved.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// `strip`: above the tracks and as wide as they are.
void drawTimeAxis(Context& c, const Rect& strip);

}  // namespace tp::ui
