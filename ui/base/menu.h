// Menus that open from a chip, or where the pointer is.
#pragma once

#include <string>

#include "ui/base/canvas.h"

namespace tp::ui {

// A chip that opens a menu below it, at `at`, which moves behind it. True while it is open: its items follow, and
// endMenu().
bool beginMenu(Canvas& c, const char* id, const std::string& label, ImVec2& at, bool on);
// One that ImGui::OpenPopup() has opened, likewise.
bool beginPopup(const char* id);
void endMenu();
// True when it was chosen. `keys`: those that do the same; `on`: it has a tick.
bool menuItem(Canvas& c, const std::string& label, const char* keys = nullptr, bool on = false, bool enabled = true);

}  // namespace tp::ui
