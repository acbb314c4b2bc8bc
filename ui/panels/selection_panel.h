// The Selection panel: details of the selected mark.
#pragma once

#include <vector>

#include "ui/view/context.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

void drawSelectionPanel(Context& c, const Rect& area);
// The selection as text, or the row that was chosen on the track of a query.
std::vector<PanelTable> selectionTables(Context& c);

}  // namespace tp::ui
