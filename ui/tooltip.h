// The box of words beside the pointer.
#pragma once

#include <string>
#include <vector>

#include "ui/context.h"

namespace tp::ui {

struct TipLine {
  std::string text;
  ImFont* font = nullptr;
  float size = 0;
  ImU32 colour = 0;
};

// Beside and below the pointer, above it where it would reach below `bottom`; so that what it explains stays in sight.
void drawTip(Context& c, const std::vector<TipLine>& lines, float bottom);

}  // namespace tp::ui
