#include "ui/app/sample_cards.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace tp::ui {
namespace {

constexpr float kWidest = 330, kNarrowest = 250;
constexpr float kOnlyTitle = 190;  // the least width of a card without a sentence
constexpr float kGap = 8, kSide = 14, kInset = 12;
constexpr float kTitle = 30, kLine = 15;

struct CardLayout {
  size_t columns = 1;
  float width = 0, height = 0;                       // of a card
  std::vector<std::vector<std::string_view>> lines;  // of each card's sentence; none where there is no room for them
  size_t rows() const { return (lines.size() + columns - 1) / columns; }
  float whole() const { return static_cast<float>(rows()) * (height + kGap) - kGap; }
};

// Puts as many cards of at least this width beside each other as there is room for.
void setColumns(CardLayout& layout, float width, float least) {
  const float inner = std::max(least, width - 2 * kSide);
  const float columns = std::clamp(std::floor((inner + kGap) / (least + kGap)), 1.0f, 3.0f);
  layout.columns = static_cast<size_t>(columns);
  layout.width = std::floor(std::min(kWidest, (inner - kGap * (columns - 1)) / columns));
}

CardLayout layoutOf(const Canvas& c, const Host& host, float width, float room) {
  CardLayout layout;
  setColumns(layout, width, kNarrowest);
  size_t most = 0;
  for (const SampleOffer& sample : host.samples) {
    layout.lines.push_back(wrapText(c.fonts.words, kHintSize, sample.about, layout.width - 2 * kInset));
    most = std::max(most, layout.lines.back().size());
  }
  layout.height = kTitle + kLine * static_cast<float>(most) + 6;
  if (layout.whole() <= room) return layout;
  setColumns(layout, width, kOnlyTitle);
  for (std::vector<std::string_view>& lines : layout.lines) lines.clear();
  layout.height = kTitle;
  return layout;
}

bool drawCard(Canvas& c, const SampleOffer& sample, const std::vector<std::string_view>& lines, const Rect& box) {
  ImGui::SetCursorScreenPos(box.min());
  ImGui::PushID(sample.title.c_str());
  const bool pressed = ImGui::InvisibleButton("sample", {box.w, box.h});
  const bool hovered = ImGui::IsItemHovered();
  const bool focused = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
  c.noteControl(sample.title, false);
  ImGui::PopID();
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  c.draw->AddRectFilled(box.min(), box.max(), hovered ? c.theme.raised : c.theme.panel, 6);
  c.draw->AddRect(box.min(), box.max(), hovered || focused ? c.theme.accent : c.theme.line, 6);
  drawText(c, c.fonts.strong, kWordSize, {box.x + kInset, box.y + 7}, c.theme.text, sample.title);
  const float title = textWidth(c.fonts.strong, kWordSize, sample.title);
  const float format = textWidth(c.fonts.words, kHintSize, sample.format);
  const float right = box.x + box.w - kInset - format;
  if (title + format + 3 * kInset <= box.w)
    drawText(c, c.fonts.words, kHintSize, {right, box.y + 9}, c.theme.faint, sample.format);
  float y = box.y + kTitle - 1;
  for (std::string_view line : lines) {
    drawText(c, c.fonts.words, kHintSize, {box.x + kInset, y}, c.theme.dim, line);
    y += kLine;
  }
  return pressed;
}

}  // namespace

float sampleCardsHeight(const Canvas& c, const Host& host, float width, float room) {
  return layoutOf(c, host, width, room).whole();
}

float drawSampleCards(Canvas& c, const Host& host, const Rect& area) {
  const CardLayout layout = layoutOf(c, host, area.w, area.h);
  const auto columns = static_cast<float>(layout.columns);
  const float whole = layout.width * columns + kGap * (columns - 1);
  const float left = std::floor(area.x + (area.w - whole) / 2);
  for (size_t i = 0; i < layout.lines.size(); ++i) {
    const float x = left + static_cast<float>(i % layout.columns) * (layout.width + kGap);
    const float y = area.y + static_cast<float>(i / layout.columns) * (layout.height + kGap);
    if (drawCard(c, host.samples[i], layout.lines[i], {x, y, layout.width, layout.height}))
      host.openSample(static_cast<int>(i));
  }
  return area.y + layout.whole();
}

}  // namespace tp::ui
