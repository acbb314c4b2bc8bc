// The sample traces, as cards that say what to look for in each.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Returns the height of the cards in an area of this width: without the sentences if they would be higher than `room`.
float sampleCardsHeight(const Context& c, float width, float room);
// Draws the cards from the top of `area` on, and opens the one that is pressed; returns the y below them.
float drawSampleCards(Context& c, const Rect& area);

}  // namespace tp::ui
