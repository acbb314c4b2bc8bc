// A text field for a string that commands change as well.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>

namespace tp::ui {

// Draws a field of one line at the cursor, as wide as the next item, and returns whether the user has changed `text`.
// While the field has the keyboard, Dear ImGui shows a copy of its own, and writes it over `text`. If `text` was
// changed by others since the last frame, the field takes that over.
bool textField(const char* label, const char* hint, std::string& text, ImGuiInputTextFlags flags = 0);

// The same for several lines, `size` pixels large.
bool textArea(const char* label, std::string& text, ImVec2 size, ImGuiInputTextFlags flags = 0);

// Returns the caret of the field if it has the keyboard, in bytes.
std::optional<size_t> caretOf(const char* label);
// Replaces a part of the text of the last textArea(), which may have the keyboard; the caret is behind it afterwards.
void replaceInField(const char* label, std::string& text, size_t begin, size_t end, std::string_view with);
// Returns where the text of the last textArea() is drawn at `at`, in bytes: the lower left corner of the character
// there. nullopt if the area has not been drawn yet.
std::optional<ImVec2> placeInField(const char* label, std::string_view text, size_t at, ImFont* font, float size);

// Draws a line under a place of the text of the last textArea(), where that is in view. `at`: in bytes.
void underlineText(const char* label, std::string_view text, size_t at, ImFont* font, float size, ImU32 colour);

// Returns by how many pixels the text of the field that has the keyboard is scrolled to the left.
float textScroll(const char* label);

}  // namespace tp::ui
