// The menus of the flame graph: what is measured, how it is shown, and what can be done with a frame.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// Chips that open a menu, at `at`, which moves behind them.
void drawFlameMenus(Context& c, ImVec2& at);

// About a function and a stack (pathOf()); drawFrameMenu() is called each frame from where it was opened.
void openFrameMenu(Context& c, NameId function, std::vector<NameId> stack);
void drawFrameMenu(Context& c);

}  // namespace tp::ui
