// Menus that open from a chip or at the pointer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ui/base/canvas.h"

namespace tp::ui {

// Draws a chip at `at` that opens a menu below it or, where there is more room, above it, and advances `at` behind it.
// Returns true while the menu is open: then draw its items and call endMenu().
bool beginMenu(Canvas& c, const char* id, const std::string& label, ImVec2& at, bool on);
// Opens a popup at the pointer; or, for keys, where it fits beside `at`, with its first item chosen.
void openMenu(const char* id, std::optional<ImVec2> at = std::nullopt);
// The same for a popup that openMenu() or ImGui::OpenPopup() has opened.
bool beginPopup(const char* id);
void endMenu();
// Draws what an open menu is about, and a line below it: `name`, and behind it, in short, what else tells it apart.
// What is too long is cut.
void menuTitle(Canvas& c, std::string_view name, std::string_view more);
// Returns true if the item was chosen. `keys`: text of the shortcut, null: none. `on`: with a check mark.
bool menuItem(Canvas& c, const std::string& label, const char* keys = nullptr, bool on = false, bool enabled = true);

}  // namespace tp::ui
