// The panel of the table of events.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

void drawEventsPanel(Context& c, const Rect& area);

}  // namespace tp::ui
