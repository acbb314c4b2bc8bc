// The Functions panel: the table of functions.
#pragma once

#include <vector>

#include "ui/view/context.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

void drawFunctionsPanel(Context& c, const Rect& area);
// The functions of the most time, by the weight that the panel shows.
std::vector<PanelTable> shownFunctionTables(Context& c);
// The functions of the most time, whatever weight is shown.
std::vector<PanelTable> functionTables(Context& c);

}  // namespace tp::ui
