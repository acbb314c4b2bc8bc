// The box of words beside the pointer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/base/canvas.h"

namespace tp::ui {

struct TipLine {
  std::string text;
  ImFont* font = nullptr;
  float size = 0;
  ImU32 colour = 0;
};

// A text where its box has room for it: with an ellipsis where that is not for all of it, which a tip tells then.
void drawCell(Canvas& c, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text, const Rect& box);
// The same at the right of the box, as figures stand: with a place of their own only where there is room.
void drawFigure(Canvas& c, ImU32 colour, std::string_view text, const Rect& box);

// A label and its text, as the panels show them; returns the height used. `text` may take several lines.
float drawPair(Canvas& c, ImVec2 at, float labelWidth, float width, std::string_view label, std::string_view text);

// Beside and below the pointer, above it where it would reach below `bottom`; so that what it explains stays in sight.
void drawTip(Canvas& c, const std::vector<TipLine>& lines, float bottom);

}  // namespace tp::ui
