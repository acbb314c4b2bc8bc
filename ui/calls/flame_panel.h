// The Flame graph panel.
#pragma once

#include <vector>

#include "ui/view/context.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

void drawFlamePanel(Context& c, const Rect& area);
// The widest boxes of all, whether the graph is zoomed or not.
std::vector<PanelTable> flameTables(Context& c);

}  // namespace tp::ui
