// The sample traces, as cards that say what to look for in each.
#pragma once

#include "ui/base/canvas.h"
#include "ui/view/host.h"

namespace tp::ui {

// Returns the height of the cards in an area of this width: without the sentences if they would be higher than `room`.
float sampleCardsHeight(const Canvas& c, const Host& host, float width, float room);
// Draws the cards from the top of `area` on, and opens the one that is pressed; returns the y below them.
float drawSampleCards(Canvas& c, const Host& host, const Rect& area);

}  // namespace tp::ui
