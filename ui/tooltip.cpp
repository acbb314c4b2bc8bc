#include "ui/tooltip.h"

#include <algorithm>
#include <utility>

namespace tp::ui {

void drawTip(Context& c, const std::vector<TipLine>& lines, float bottom) {
  float width = 0, height = 16;
  for (const TipLine& line : lines) {
    width = std::max(width, textWidth(line.font, line.size, line.text));
    height += line.size + 6;
  }
  width = std::min(width + 24, 460.0f);
  ImVec2 mouse = ImGui::GetIO().MousePos;
  ImVec2 screen = ImGui::GetIO().DisplaySize;
  float x = mouse.x + 16, y = mouse.y + 20;
  if (x + width > screen.x - 8) x = mouse.x - width - 12;
  // Clear of the row that it explains, and of a finger.
  if (y + height > bottom) y = mouse.y - height - 26;
  Rect box{std::max(8.0f, x), std::max(8.0f, y), width, height};
  ImDrawList* draw = ImGui::GetForegroundDrawList();
  draw->AddRectFilled(box.min(), box.max(), c.theme.raised, 6);
  draw->AddRect(box.min(), box.max(), c.theme.line, 6);
  std::swap(c.draw, draw);
  float at = box.y + 9;
  Rect clip{box.x, box.y, box.w - 10, box.h};
  for (const TipLine& line : lines) {
    drawText(c, line.font, line.size, {box.x + 12, at}, line.colour, line.text, &clip);
    at += line.size + 6;
  }
  std::swap(c.draw, draw);
}

}  // namespace tp::ui
