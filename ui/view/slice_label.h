// What fits of a name into a slice.
#pragma once

#include <string>
#include <string_view>

#include "ui/base/theme.h"

namespace tp::ui {

// At most `most` characters. First go what stands in brackets behind the name ("load(int) [shop]"), what a declaration
// has beside its name, and template arguments ("std::vector<…>::push_back"), then what it belongs to ("…::push_back",
// "push_back"), then the end of what is left. Empty where fewer than three characters fit.
std::string fitName(std::string_view name, size_t most);

// The same, as much as there is room for in a font.
std::string fitName(ImFont* font, float size, std::string_view name, float room);

}  // namespace tp::ui
