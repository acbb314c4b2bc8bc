// The Why panel: what held up the selected thread.
#pragma once

#include <string_view>
#include <vector>

#include "ui/view/context.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

void drawWhyPanel(Context& c, const Rect& area);
// The sentence, the shares of the path, its wakeup chains, and its longest segments.
std::vector<PanelTable> whyTables(Context& c);
// Runs "path-next" and "path-previous", which go along the path and open the panel first; "path-longest", which goes to
// the next of its longest parts if the panel is open; "why-chains", which shows the wakeup chains or no longer. Returns
// false if there is nothing to go to.
bool whyCommand(Context& c, std::string_view id);

}  // namespace tp::ui
