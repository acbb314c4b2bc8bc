// The Info panel: facts about the trace, its streams, its warnings.
#pragma once

#include <vector>

#include "ui/view/context.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

void drawInfoPanel(Context& c, const Rect& area);
// What the trace says of itself, and its warnings.
std::vector<PanelTable> infoTables(Context& c);

}  // namespace tp::ui
