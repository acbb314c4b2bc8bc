#include "ui/base/menu.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "core/text/visible_text.h"

namespace tp::ui {

bool beginMenu(Canvas& c, const char* id, const std::string& label, ImVec2& at, bool on) {
  // Room for the triangle, which the fonts do not have.
  std::string text = label + "     ";
  if (chip(c, text.c_str(), at, on)) ImGui::OpenPopup(id);
  // Beneath the chip or, where there is more room, above it: never over it.
  constexpr float kRoomy = 320, kMargin = 8;
  const float under = ImGui::GetIO().DisplaySize.y - (at.y + 22) - kMargin, over = at.y - 2 - kMargin;
  const bool up = under < kRoomy && over > under;
  const ImVec2 corner{ImGui::GetItemRectMin().x, up ? at.y - 2 : at.y + 22};
  float x = at.x - 17, y = at.y + 9;
  c.draw->AddTriangleFilled({x - 3.5f, y - 2}, {x + 3.5f, y - 2}, {x, y + 2.5f}, on ? c.theme.text : c.theme.dim);
  ImGui::SetNextWindowPos(corner, ImGuiCond_Appearing, {0, up ? 1.0f : 0.0f});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, std::max(kMargin, up ? over : under)});
  return beginPopup(id);
}

void openMenu(const char* id, std::optional<ImVec2> at) {
  ImGui::OpenPopup(id);
  if (!at) return;
  ImGui::GetCurrentContext()->OpenPopupStack.back().OpenPopupPos = *at;
  ImGui::SetNavCursorVisible(true);
}

bool beginPopup(const char* id) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10, 8});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8, 7});
  bool open = ImGui::BeginPopup(id);
  if (!open) ImGui::PopStyleVar(2);
  return open;
}

bool menuItem(Canvas& c, const std::string& label, const char* keys, bool on, bool enabled) {
  bool chosen = ImGui::MenuItem(visibleText(label, Backslash::Kept).c_str(), keys, on, enabled);
  c.noteControl(label, on, enabled);
  return chosen;
}

void menuTitle(Canvas& c, std::string_view name, std::string_view more) {
  constexpr float kLeastWidth = 240, kMaxName = 320;
  const std::string first = fitText(c.fonts.strong, kWordSize, name, kMaxName);
  const std::string rest = fitText(c.fonts.words, kHintSize, more, kMaxName);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float wide = textWidth(c.fonts.strong, kWordSize, first);
  ImGui::Dummy({std::max(kLeastWidth, wide + textWidth(c.fonts.words, kHintSize, rest) + 8), 18});
  ImDrawList* outer = std::exchange(c.draw, ImGui::GetWindowDrawList());
  drawText(c, c.fonts.strong, kWordSize, at, c.theme.text, first);
  drawText(c, c.fonts.words, kHintSize, {at.x + wide + 4, at.y + 2}, c.theme.dim, rest);
  c.draw = outer;
  ImGui::Separator();
}

void endMenu() {
  // ImGui's items reach half of the spacing beyond what it counts as contents, at whose end the key End looks for the
  // last one: without this, that would lie on the line and not before it.
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - spacing + std::ceil(spacing / 2));
  ImGui::Dummy({0, 0});
  ImGui::EndPopup();
  ImGui::PopStyleVar(2);
}

}  // namespace tp::ui
