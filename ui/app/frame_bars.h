// Header and footer of the window.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

void drawHeader(Context& c, const Rect& area);
void drawFooter(Context& c, const Rect& area, double frameMs);

}  // namespace tp::ui
