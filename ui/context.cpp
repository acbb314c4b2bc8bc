#include "ui/context.h"

#include <algorithm>

#include "core/trace/not_recorded.h"
#include "core/trace/off_cpu.h"
#include "core/trace/visible_text.h"
#include "ui/picture.h"
#include "ui/track_filter.h"

namespace tp::ui {

ImU32 Context::colourOf(NameId name) {
  if (name >= hues_.size()) hues_.resize(index().names().size() + size_t{1}, 0);
  if (name >= hues_.size()) return theme.slices[0];
  uint8_t& hue = hues_[name];
  if (hue == 0) hue = static_cast<uint8_t>(hueOf(index().names().view(name)) + 1);
  bool faded = !search.empty() && !matches(name);
  return faded ? theme.slicesFaded[hue - 1u] : theme.slices[hue - 1u];
}

bool Context::matches(NameId name) {
  if (search.empty()) return true;
  if (matchedFor_ != search) {
    matches_.clear();
    matchedFor_ = search;
  }
  if (name >= matches_.size()) matches_.resize(index().names().size() + size_t{1}, 0);
  if (name >= matches_.size()) return false;
  uint8_t& verdict = matches_[name];
  if (verdict == 0) {
    std::string_view words = index().names().view(name);
    const FunctionName function = index().names().function(name);
    const Filter::Known known{words, std::string_view(), {}, function.brief, function.signature};
    const RowTest* test = finder.expression();
    verdict = (test != nullptr ? test->byName(known).value_or(true)
                               : containsFolded(words, search) || containsFolded(function.brief, search) ||
                                     containsFolded(function.signature, search))
                  ? 2
                  : 1;
  }
  return verdict == 2;
}

bool Context::isOffCpu(NameId name) {
  if (name >= offCpu_.size()) offCpu_.resize(index().names().size() + size_t{1}, 0);
  if (name >= offCpu_.size()) return false;
  uint8_t& known = offCpu_[name];
  if (known == 0) {
    std::string_view words = index().names().view(name);
    known = isOffCpuSlice(words) || words == kNotRecordedSlice ? 2 : 1;
  }
  return known == 2;
}

void Context::noteControl(std::string_view label, bool on, bool enabled) {
  ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  controls.push_back({std::string(label), {(low.x + high.x) / 2, (low.y + high.y) / 2}, on, enabled});
}

void Context::forgetNames() {
  offCpu_.clear();
  hues_.clear();
  matches_.clear();
}

void Context::lookUp() {
  if (lookedUpFor_ == session.version()) return;
  lookedUpFor_ = session.version();
  losses_ = index().losses();
  indexBytes_ = index().memoryBytes();
}

const std::vector<TrackLosses>& Context::losses() {
  lookUp();
  return losses_;
}

uint64_t Context::indexBytes() {
  lookUp();
  return indexBytes_;
}

void drawText(Context& c, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text, const Rect* clip) {
  if (text.empty()) return;
  if (!isVisible(text, Backslash::Kept))
    return drawText(c, font, size, at, colour, visibleText(text, Backslash::Kept), clip);
  if (c.texts != nullptr) noteText(c, font, size, at, colour, text, clip);
  ImVec4 fine;
  if (clip != nullptr) fine = {clip->x, clip->y, clip->x + clip->w, clip->y + clip->h};
  c.draw->AddText(font, size, at, colour, text.data(), text.data() + text.size(), 0, clip != nullptr ? &fine : nullptr);
}

float textWidth(ImFont* font, float size, std::string_view text) {
  if (!isVisible(text, Backslash::Kept)) return textWidth(font, size, visibleText(text, Backslash::Kept));
  return font->CalcTextSizeA(size, 1e9f, 0, text.data(), text.data() + text.size()).x;
}

std::string fitText(ImFont* font, float size, std::string_view text, float width) {
  if (!isVisible(text, Backslash::Kept)) return fitText(font, size, visibleText(text, Backslash::Kept), width);
  // Measures no more than there is room for: some texts are thousands of bytes long.
  auto fitting = [&](float room) {
    const char* end = nullptr;
    font->CalcTextSizeA(size, std::max(0.0f, room), 0, text.data(), text.data() + text.size(), &end);
    return std::string_view(text.data(), static_cast<size_t>(end - text.data()));
  };
  if (fitting(width + 0.5f).size() == text.size()) return std::string(text);
  constexpr const char* kEllipsis = "\u2026";
  return std::string(fitting(width - textWidth(font, size, kEllipsis))) + kEllipsis;
}

bool chip(Context& c, const char* label, ImVec2& at, bool on) {
  float width = textWidth(c.fonts.words, kHintSize, label) + 16;
  if (c.chips.w > 0 && at.x > c.chips.x && at.x + width > c.chips.x + c.chips.w) at = {c.chips.x, at.y + kChipLine};
  Rect box{at.x, at.y, width, 18};
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(label);
  bool pressed = ImGui::InvisibleButton("chip", {box.w, box.h});
  bool hovered = ImGui::IsItemHovered();
  bool focused = ImGui::IsItemFocused() && ImGui::GetIO().NavVisible;
  c.noteControl(label, on);
  ImGui::PopID();
  ImU32 fill = on ? c.theme.accentSoft : hovered ? c.theme.line : c.theme.raised;
  c.draw->AddRectFilled(box.min(), box.max(), fill, 4);
  if (focused) c.draw->AddRect(box.min(), box.max(), c.theme.accent, 4, 0, 2);
  drawText(c, c.fonts.words, kHintSize, {at.x + 8, at.y + 3}, on || hovered ? c.theme.text : c.theme.dim, label);
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  at.x += width + 6;
  return pressed;
}

bool button(Context& c, const char* label, ImVec2 at, ImVec2 size, bool primary) {
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(label);
  bool pressed = ImGui::InvisibleButton("button", size);
  bool hovered = ImGui::IsItemHovered();
  bool focused = ImGui::IsItemFocused();
  c.noteControl(label, primary);
  ImGui::PopID();
  Rect box{at.x, at.y, size.x, size.y};
  ImU32 fill = primary ? c.theme.accent : hovered ? c.theme.line : c.theme.raised;
  c.draw->AddRectFilled(box.min(), box.max(), fill, 5);
  if (focused && ImGui::GetIO().NavVisible) c.draw->AddRect(box.min(), box.max(), c.theme.accent, 5, 0, 2);
  float width = textWidth(c.fonts.words, kWordSize, label);
  ImU32 onAccent = c.theme.name == ThemeName::Light ? IM_COL32_WHITE : c.theme.canvas;
  ImU32 ink = primary ? onAccent : c.theme.text;
  drawText(c, c.fonts.words, kWordSize, {at.x + (size.x - width) / 2, at.y + (size.y - kWordSize) / 2 - 1}, ink, label);
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  return pressed;
}

}  // namespace tp::ui
