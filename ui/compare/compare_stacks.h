// The stacks of A and B in the panel Compare: the differential flame graph, and what its sum is.
#pragma once

#include <string>

#include "ui/view/compared.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

// Draws them into the panel, from `at` on.
void drawStacks(Context& c, const CompareAnswer::Scopes& scopes, ImVec2 at, const Rect& area);

// What the graph has besides what Functions adds up, and what a side lacks; empty: nothing, or it is being counted.
std::string stacksDoubt(Context& c, const StackComparison& found);
// The stacks whose own time has changed most.
PanelTable stackChanges(Context& c, const StackComparison& found);

}  // namespace tp::ui
