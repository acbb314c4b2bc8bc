// The Events panel: the event table.
#pragma once

#include <vector>

#include "ui/view/context.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

void drawEventsPanel(Context& c, const Rect& area);
// The rows on the screen, with the columns that are shown.
std::vector<PanelTable> eventsTables(Context& c);

}  // namespace tp::ui
