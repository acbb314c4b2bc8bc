// Shortens names to fit into slices.
#pragma once

#include <string>
#include <string_view>

#include "ui/base/theme.h"

namespace tp::ui {

// Returns at most `most` characters of a name. First drops what is in brackets behind the name ("load(int) [shop]"),
// then parameters and return type of a declaration, then template arguments ("std::vector<…>::push_back"), then scopes
// ("…::push_back", "push_back"), then the end. Empty if `most` is less than three.
std::string fitName(std::string_view name, size_t most);

// The same for a width of `room` pixels in a font.
std::string fitName(ImFont* font, float size, std::string_view name, float room);

}  // namespace tp::ui
