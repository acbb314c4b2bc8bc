// Header and footer of the window.
#pragma once

#include <span>

#include "ui/app/actions.h"
#include "ui/view/context.h"

namespace tp::ui {

void drawHeader(Context& c, const Rect& area, std::span<const Action> actions);
void drawFooter(Context& c, const Rect& area, std::span<const Action> actions, double frameMs);

}  // namespace tp::ui
