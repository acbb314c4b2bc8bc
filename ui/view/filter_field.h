// The field of a filter above a list.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/filter.h"
#include "ui/view/context.h"

namespace tp::ui {

// Pixels at either side of the text in the field.
inline constexpr float kBesideFilter = 8;

// Whether the text of a filter lets everything pass, since nothing stands there.
inline bool isBlankFilter(std::string_view text) {
  return text.find_first_not_of(' ') == std::string_view::npos;
}

// Draws the field, with a line under the place of an error. `label`: as for textField(). `hint`: what stands in an
// empty field. Returns whether Enter was pressed in it.
bool drawFilterField(Context& c, const char* label, const std::string& hint, std::string& filter,
                     const std::optional<FilterError>& error, const Rect& box);

}  // namespace tp::ui
