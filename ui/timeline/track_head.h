// The head of the labels: filter and order of the tracks.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// `area`: overview and axis; the head is drawn left of them, as wide as the labels.
void drawTrackHead(Context& c, const Rect& area);

}  // namespace tp::ui
