// A text field for a string that commands change as well.
#pragma once

#include <imgui.h>

#include <string>

namespace tp::ui {

// Draws a field of one line at the cursor, as wide as the next item, and returns whether the user has changed `text`.
// While the field has the keyboard, Dear ImGui shows a copy of its own, and writes it over `text`. If `text` was
// changed by others since the last frame, the field takes that over.
bool textField(const char* label, const char* hint, std::string& text, ImGuiInputTextFlags flags = 0);

// Returns by how many pixels the text of the field that has the keyboard is scrolled to the left.
float textScroll(const char* label);

}  // namespace tp::ui
