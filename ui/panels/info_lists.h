// The lists of the panel on the trace as a whole.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Each with its size, its records and how many of them a second.
void drawStreams(Context& c, const Rect& area);
// What was lost on which track, and every warning that was kept.
void drawWarnings(Context& c, const Rect& area);

}  // namespace tp::ui
