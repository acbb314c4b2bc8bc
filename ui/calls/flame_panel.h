// The Flame graph panel.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

void drawFlamePanel(Context& c, const Rect& area);

}  // namespace tp::ui
