// Texts within HTML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace tp {

// Returns the text as visibleText() has it, with what would begin an element or an entity, or end an attribute,
// escaped.
std::string markupText(std::string_view text);

}  // namespace tp
