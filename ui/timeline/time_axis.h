// The time axis, along which ranges are marked and markers are moved.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Returns false if the trace turned out to have no records: then there is no time to draw.
bool hasTime(const Session& session);
// Draws nothing without hasTime(). `strip`: above the tracks and as wide as they are.
void drawTimeAxis(Context& c, const Rect& strip);

}  // namespace tp::ui
