// The menus of the header: what can be opened, shown and exported.
#pragma once

#include <span>

#include "ui/app/actions.h"
#include "ui/view/context.h"

namespace tp::ui {

// Draws the buttons while a trace is open, so that they end at `right`. In a narrow window, one menu has all of it.
// Returns the width that they take.
float drawHeaderMenus(Context& c, const Rect& header, float right, std::span<const Action> actions);

}  // namespace tp::ui
