// Tooltips, and texts that show a tooltip if they had to be shortened.
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

// Draws a text from `at` to the right edge of `box`. If it does not fit, it ends in an ellipsis, and a tooltip shows
// all of it while the pointer is on the box.
void drawCell(Canvas& c, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text, const Rect& box);
// Shows the tooltip alone, for a text that was shortened otherwise.
void tellWhole(Canvas& c, ImFont* font, float size, std::string_view text, const Rect& box);
// As drawCell() in the monospaced font, right-aligned in `box`.
void drawFigure(Canvas& c, ImU32 colour, std::string_view text, const Rect& box);

// Draws a label, and its text `labelWidth` to the right of it. The text is wrapped so that both together are at most
// `width` wide. Returns the height that they take. All lengths are device-independent pixels.
float drawPair(Canvas& c, ImVec2 at, float labelWidth, float width, std::string_view label, std::string_view text);

// Hides tooltips from a key on until the pointer moves: what they lie over is walked through by keys. Call once in each
// frame.
void followPointer(Canvas& c);

// Draws a tooltip below the pointer, or above it if it would reach below `bottom`, so that what it explains stays
// visible: the row under the pointer, or all of `around`, as the bars of a histogram. `beside`: where it does not fit
// below, it lies left or right of `around`, so that what is above stays visible, too.
void drawTip(Canvas& c, const std::vector<TipLine>& lines, float bottom, const Rect* around = nullptr,
             bool beside = false);
// The same of what keys have chosen: below it, or above it, wherever the pointer is.
void drawTipOf(Canvas& c, const std::vector<TipLine>& lines, float bottom, const Rect& around);

}  // namespace tp::ui
