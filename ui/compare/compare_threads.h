// The threads of A and B in the panel Compare: how long those of each name were in which state.
#pragma once

#include "ui/compare/compare_table.h"
#include "ui/view/compared.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

// As those of compare_functions.h.
CompareRows threadRows(Context& c, const ThreadComparison& found);
std::string threadsSentence(const Context& c, const ThreadComparison& found);
// Draws the menu of a row, if it was asked for: its tracks, and what these threads alone did.
void drawThreadsMenu(Context& c);
PanelTable threadChanges(Context& c, const ThreadComparison& found);

}  // namespace tp::ui
