#include "ui/base/canvas.h"

#include <algorithm>
#include <utility>

#include "core/text/characters.h"
#include "core/text/visible_text.h"

namespace tp::ui {
namespace {

// Appends a text to Canvas::texts, which must not be null; `clip` as for drawText().
void addText(Canvas& c, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text, const Rect* clip) {
  DrawnText drawn;
  drawn.text = text;
  drawn.at = at;
  drawn.size = size;
  drawn.ascent = font->GetFontBaked(size)->Ascent;
  drawn.colour = colour;
  drawn.mono = font == c.fonts.mono;
  drawn.strong = font == c.fonts.strong;
  ImVec2 least = c.draw->GetClipRectMin(), most = c.draw->GetClipRectMax();
  drawn.clip = {least.x, least.y, most.x, most.y};
  if (clip != nullptr)
    drawn.clip = {std::max(least.x, clip->x), std::max(least.y, clip->y), std::min(most.x, clip->x + clip->w),
                  std::min(most.y, clip->y + clip->h)};
  if (drawn.clip.x >= drawn.clip.z || drawn.clip.y >= drawn.clip.w) return;
  float right = at.x + textWidth(font, size, text);
  // A text that lies within the clip needs no clip path of its own.
  drawn.clipped = at.x < drawn.clip.x || right > drawn.clip.z || at.y < drawn.clip.y || at.y + size > drawn.clip.w;
  c.texts->push_back(std::move(drawn));
}

}  // namespace

void Canvas::noteControl(std::string_view label, bool on, bool enabled) {
  ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  controls.push_back({std::string(label), {(low.x + high.x) / 2, (low.y + high.y) / 2}, on, enabled});
  if (enabled) focus.note(label);
}

void drawText(Canvas& c, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text, const Rect* clip) {
  if (text.empty()) return;
  if (!isVisible(text, Backslash::Kept))
    return drawText(c, font, size, at, colour, visibleText(text, Backslash::Kept), clip);
  if (c.texts != nullptr) addText(c, font, size, at, colour, text, clip);
  ImVec4 fine;
  if (clip != nullptr) fine = {clip->x, clip->y, clip->x + clip->w, clip->y + clip->h};
  c.draw->AddText(font, size, at, colour, text.data(), text.data() + text.size(), 0, clip != nullptr ? &fine : nullptr);
}

void noteText(Canvas& c, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text) {
  if (c.texts == nullptr || !c.picturing || text.empty()) return;
  ImDrawList* outer = std::exchange(c.draw, ImGui::GetWindowDrawList());
  addText(c, font, size, at, colour, visibleText(text, Backslash::Kept), nullptr);
  c.draw = outer;
}

float textWidth(ImFont* font, float size, std::string_view text) {
  // Dear ImGui takes a null pointer for the end to mean that the text ends at a zero byte.
  if (text.empty()) return 0;
  if (!isVisible(text, Backslash::Kept)) return textWidth(font, size, visibleText(text, Backslash::Kept));
  return font->CalcTextSizeA(size, 1e9f, 0, text.data(), text.data() + text.size()).x;
}

namespace {

// Whether the text is " ms", " %", " GB" and so on, at its beginning.
bool beginsWithUnit(std::string_view text) {
  constexpr std::string_view kUnits[] = {"ns", "\u00b5s", "ms", "s", "min", "%", "B", "kB", "MB", "GB"};
  if (text.empty() || text.front() != ' ') return false;
  text.remove_prefix(1);
  const std::string_view word = text.substr(0, text.find_first_of(" ,.;:)("));
  return std::find(std::begin(kUnits), std::end(kUnits), word) != std::end(kUnits);
}

}  // namespace

size_t wrapAt(ImFont* font, float size, std::string_view text, float room) {
  const std::string_view line = text.substr(0, text.find('\n'));
  const char* end = line.data() + line.size();
  auto fits = static_cast<size_t>(font->CalcWordWrapPosition(size, line.data(), end, room) - line.data());
  // A line may end behind a point, but not amid a number.
  const auto isDigit = [](char letter) { return letter >= '0' && letter <= '9'; };
  const bool number = fits > 0 && fits < line.size() && line[fits - 1] == '.' && isDigit(line[fits]);
  // Nor between a number and its unit.
  const bool unit = fits > 0 && fits < line.size() && isDigit(line[fits - 1]) && beginsWithUnit(line.substr(fits));
  if (number || unit)
    if (const size_t space = line.rfind(' ', fits - 1); space != std::string_view::npos && space > 0) return space;
  if (fits > 0 || line.empty()) return fits;
  return nextCharacter(line, 1);
}

std::vector<std::string_view> wrapText(ImFont* font, float size, std::string_view text, float width) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, wrapAt(font, size, text, width)));
    text.remove_prefix(lines.back().size());
    if (!text.empty() && (text.front() == '\n' || text.front() == ' ')) text.remove_prefix(1);
  }
  return lines;
}

std::string fitText(ImFont* font, float size, std::string_view text, float width) {
  // It may have no letters to point to.
  if (text.empty()) return {};
  if (!isVisible(text, Backslash::Kept)) return fitText(font, size, visibleText(text, Backslash::Kept), width);
  // Measures only as far as `room` reaches, since some texts are thousands of bytes long.
  auto fitting = [&](float room) {
    const char* end = nullptr;
    font->CalcTextSizeA(size, std::max(0.0f, room), 0, text.data(), text.data() + text.size(), &end);
    return std::string_view(text.data(), static_cast<size_t>(end - text.data()));
  };
  if (fitting(width + 0.5f).size() == text.size()) return std::string(text);
  constexpr const char* kEllipsis = "\u2026";
  return std::string(fitting(width - textWidth(font, size, kEllipsis))) + kEllipsis;
}

bool chip(Canvas& c, const char* label, ImVec2& at, bool on) {
  float width = textWidth(c.fonts.words, kHintSize, label) + 16;
  if (c.chips.w > 0 && at.x > c.chips.x && at.x + width > c.chips.x + c.chips.w) at = {c.chips.x, at.y + kChipLine};
  Rect box{at.x, at.y, width, 18};
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(label);
  bool pressed = ImGui::InvisibleButton("chip", {box.w, box.h});
  bool hovered = ImGui::IsItemHovered();
  c.noteControl(label, on);
  ImGui::PopID();
  ImU32 fill = on ? c.theme.accentSoft : hovered ? c.theme.line : c.theme.raised;
  c.draw->AddRectFilled(box.min(), box.max(), fill, 4);
  drawText(c, c.fonts.words, kHintSize, {at.x + 8, at.y + 3}, on || hovered ? c.theme.text : c.theme.dim, label);
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  at.x += width + 6;
  return pressed;
}

bool button(Canvas& c, const char* label, ImVec2 at, ImVec2 size, bool primary) {
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(label);
  bool pressed = ImGui::InvisibleButton("button", size);
  bool hovered = ImGui::IsItemHovered();
  c.noteControl(label, primary);
  ImGui::PopID();
  Rect box{at.x, at.y, size.x, size.y};
  ImU32 fill = primary ? c.theme.accent : hovered ? c.theme.line : c.theme.raised;
  c.draw->AddRectFilled(box.min(), box.max(), fill, 5);
  float width = textWidth(c.fonts.words, kWordSize, label);
  ImU32 onAccent = c.theme.name == ThemeName::Light ? IM_COL32_WHITE : c.theme.canvas;
  ImU32 ink = primary ? onAccent : c.theme.text;
  drawText(c, c.fonts.words, kWordSize, {at.x + (size.x - width) / 2, at.y + (size.y - kWordSize) / 2 - 1}, ink, label);
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  return pressed;
}

}  // namespace tp::ui
