// What fits of a name into a slice.
#pragma once

#include <string>
#include <string_view>

namespace tp::ui {

// At most `most` characters: template arguments go first, then the middle is left out ("std::vector<…>::push_back").
// Empty where fewer than three characters fit.
std::string fitName(std::string_view name, size_t most);

}  // namespace tp::ui
