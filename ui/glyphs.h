// Letters, before anybody waits for them.
#pragma once

#include "ui/context.h"

namespace tp::ui {

// ImGui draws a letter's picture when it is first needed, which the first frame of a panel would take the time for.
// Within a frame; again where the scale has changed.
void drawLetters(const Fonts& fonts);

}  // namespace tp::ui
