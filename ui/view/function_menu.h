// Items about a function, for the menus of slices, frames and rows.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Draws them into the menu that is open. `trackClass`: of the calls, as CallProfiles::classOf() has it.
void drawFunctionItems(Context& c, NameId function, size_t trackClass);

}  // namespace tp::ui
