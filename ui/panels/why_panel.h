// The Why panel: what held up the selected thread.
#pragma once

#include <vector>

#include "ui/view/context.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

void drawWhyPanel(Context& c, const Rect& area);
// The sentence, the shares of the path, and its longest segments.
std::vector<PanelTable> whyTables(Context& c);

}  // namespace tp::ui
