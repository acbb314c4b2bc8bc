// The bars above and below everything else: header and footer.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

void drawHeader(Context& c, const Rect& area);
void drawFooter(Context& c, const Rect& area, double frameMs);

}  // namespace tp::ui
