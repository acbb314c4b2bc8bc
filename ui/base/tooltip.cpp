#include "ui/base/tooltip.h"

#include <algorithm>

#include "core/text/visible_text.h"

namespace tp::ui {

namespace {

constexpr float kWidest = 640;
constexpr size_t kLongest = 2000;  // bytes of a line

void drawTipAt(Canvas& c, const std::vector<TipLine>& told, const ImVec2& pointer, float bottom, const Rect* around,
               bool beside) {
  std::vector<TipLine> lines = told;
  ImVec2 screen = ImGui::GetIO().DisplaySize;
  float most = std::min(kWidest, screen.x - 40);
  float width = 0, height = 16;
  std::vector<float> heights;
  auto end = [](const TipLine& line) { return line.text.data() + std::min(line.text.size(), kLongest); };
  for (TipLine& line : lines) {
    line.text = visibleLines(line.text, Backslash::Kept);
    ImVec2 size = line.font->CalcTextSizeA(line.size, 1e9f, most, line.text.data(), end(line));
    width = std::max(width, size.x);
    heights.push_back(std::max(size.y, line.size) + 6);
    height += heights.back();
  }
  width += 24;
  constexpr float kApart = 6;
  float x = pointer.x + 16, y = around != nullptr ? around->y + around->h + kApart : pointer.y + 20;
  if (x + width > screen.x - 8) x = pointer.x - width - 12;
  const bool fits = y + height <= bottom;
  if (beside && around != nullptr && !fits) {
    // Where there is room beside the row, what is above it stays to be read.
    const float left = around->x - width - kApart;
    x = left >= 8 ? left : std::min(around->x + around->w + kApart, screen.x - width - 8);
    y = std::min(around->y, bottom - height);
  } else if (!fits) {
    // Clear of the explained row, and of a finger.
    y = around != nullptr ? around->y - height - kApart : pointer.y - height - 26;
  }
  Rect box{std::max(8.0f, x), std::max(8.0f, y), width, height};
  ImDrawList* draw = ImGui::GetForegroundDrawList();
  draw->AddRectFilled(box.min(), box.max(), c.theme.raised, 6);
  draw->AddRect(box.min(), box.max(), c.theme.line, 6);
  float at = box.y + 9;
  for (size_t i = 0; i < lines.size(); ++i) {
    const TipLine& line = lines[i];
    draw->AddText(line.font, line.size, {box.x + 12, at}, line.colour, line.text.data(), end(line), most);
    at += heights[i];
  }
}

}  // namespace

void tellWhole(Canvas& c, ImFont* font, float size, std::string_view text, const Rect& box) {
  ImVec2 mouse = ImGui::GetIO().MousePos, low = c.draw->GetClipRectMin(), high = c.draw->GetClipRectMax();
  Rect seen{low.x, low.y, high.x - low.x, high.y - low.y};
  if (ImGui::IsWindowHovered() && box.contains(mouse) && seen.contains(mouse))
    drawTip(c, {{std::string(text), font, size, c.theme.text}}, ImGui::GetIO().DisplaySize.y - kFooterHeight);
}

void drawCell(Canvas& c, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text, const Rect& box) {
  std::string shown = fitText(font, size, text, box.x + box.w - at.x);
  // A glyph may begin a little left of its position.
  constexpr float kOverhang = 2;
  const float left = std::min(box.x, at.x - kOverhang);
  const Rect clip{left, box.y, box.x + box.w - left, box.h};
  drawText(c, font, size, at, colour, shown, &clip);
  if (shown != text) tellWhole(c, font, size, text, box);
}

void drawFigure(Canvas& c, ImU32 colour, std::string_view text, const Rect& box) {
  float room = box.w - textWidth(c.fonts.mono, kMonoSize, text);
  drawCell(c, c.fonts.mono, kMonoSize, {box.x + std::max(0.0f, room), box.y}, colour, text, box);
}

void followPointer(Canvas& c) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 || ImGui::IsAnyMouseDown()) {
    c.tipsHidden = false;
    return;
  }
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_GamepadStart && !c.tipsHidden; ++key) {
    const bool modifier = key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper;
    c.tipsHidden = !modifier && ImGui::IsKeyPressed(static_cast<ImGuiKey>(key));
  }
}

void drawTip(Canvas& c, const std::vector<TipLine>& lines, float bottom, const Rect* around, bool beside) {
  if (!c.tipsHidden) drawTipAt(c, lines, ImGui::GetIO().MousePos, bottom, around, beside);
}

void drawTipOf(Canvas& c, const std::vector<TipLine>& lines, float bottom, const Rect& around) {
  drawTipAt(c, lines, {around.x, around.y + around.h}, bottom, &around, false);
}

float drawPair(Canvas& c, ImVec2 at, float labelWidth, float width, std::string_view label, std::string_view value) {
  const std::string text = visibleLines(value, Backslash::Kept);
  drawCell(c, c.fonts.words, kWordSize, at, c.theme.dim, label, {at.x, at.y - 1, labelWidth - 8, 18});
  const float room = std::max(60.0f, width - labelWidth);
  float height = 0;
  for (std::string_view line : wrapText(c.fonts.mono, kMonoSize, text, room)) {
    drawText(c, c.fonts.mono, kMonoSize, {at.x + labelWidth, at.y + 0.5f + height}, c.theme.text, line);
    height += kMonoSize;
  }
  return std::max(height, 15.0f) + 6;
}

}  // namespace tp::ui
