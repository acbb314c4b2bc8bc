// The panel Compare: what differs between two scopes, A and B.
#pragma once

#include <vector>

#include "ui/view/context.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

void drawComparePanel(Context& c, const Rect& area);
std::vector<PanelTable> compareTables(Context& c);

}  // namespace tp::ui
