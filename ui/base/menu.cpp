#include "ui/base/menu.h"

#include <imgui_internal.h>

#include "core/text/visible_text.h"

namespace tp::ui {

bool beginMenu(Canvas& c, const char* id, const std::string& label, ImVec2& at, bool on) {
  // Room for the triangle, which the fonts do not have.
  std::string text = label + "     ";
  if (chip(c, text.c_str(), at, on)) ImGui::OpenPopup(id);
  ImVec2 below{ImGui::GetItemRectMin().x, at.y + 22};
  float x = at.x - 17, y = at.y + 9;
  c.draw->AddTriangleFilled({x - 3.5f, y - 2}, {x + 3.5f, y - 2}, {x, y + 2.5f}, on ? c.theme.text : c.theme.dim);
  ImGui::SetNextWindowPos(below, ImGuiCond_Appearing);
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

void endMenu() {
  ImGui::EndPopup();
  ImGui::PopStyleVar(2);
}

}  // namespace tp::ui
