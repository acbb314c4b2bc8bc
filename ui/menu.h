// Menus that open from a chip, or where the pointer is.
#pragma once

#include <string>

#include "ui/context.h"

namespace tp::ui {

// A chip that opens a menu below it, at `at`, which moves behind it. True while it is open: its items follow, and
// endMenu().
bool beginMenu(Context& c, const char* id, const std::string& label, ImVec2& at, bool on);
// One that ImGui::OpenPopup() has opened, likewise.
bool beginPopup(const char* id);
void endMenu();

}  // namespace tp::ui
