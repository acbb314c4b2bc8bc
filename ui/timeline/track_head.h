// Above the labels: which tracks are shown, and in which order.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// `area`: the corner left of overview and axis.
void drawTrackHead(Context& c, const Rect& area);

}  // namespace tp::ui
