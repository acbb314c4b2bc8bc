// The Info panel: facts about the trace, its streams, its warnings.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

void drawInfoPanel(Context& c, const Rect& area);

}  // namespace tp::ui
