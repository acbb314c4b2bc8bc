// The panel "Source": the file in which a function was written, with the calls of the functions beside their lines.
#pragma once

#include <vector>

#include "ui/calls/source_figures.h"
#include "ui/view/context.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

void drawSourcePanel(Context& c, const Rect& area);
// The lines around the chosen one.
std::vector<PanelTable> sourceTables(Context& c);
// The figures that the panel shows; empty before it is drawn.
const std::vector<LineFigures>& shownLineFigures(WindowState& c);

// Opens the line that is chosen in the panel in an editor. Returns false, having said why, if that can't be done.
bool openInEditor(Context& c);

}  // namespace tp::ui
