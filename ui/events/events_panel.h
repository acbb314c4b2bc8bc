// The Events panel: the event table.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

void drawEventsPanel(Context& c, const Rect& area);

}  // namespace tp::ui
