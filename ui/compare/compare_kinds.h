// By what the panel Compare compares, how figures are shown, and the files of it: chips or, where there is little room,
// menus.
#pragma once

#include "ui/view/compared.h"

namespace tp::ui {

// Draws them at `at`, and advances that.
void drawKinds(Context& c, const CompareAnswer::Scopes& scopes, ImVec2& at, bool tight);

}  // namespace tp::ui
