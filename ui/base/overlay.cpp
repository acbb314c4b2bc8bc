#include "ui/base/overlay.h"

namespace tp::ui {

Overlay::Overlay(Canvas& c, const char* name, const Rect& box) : c_(c), outer_(c.draw), box_(box) {
  ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(screen);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground;
  ImGui::Begin(name, nullptr, kFlags);
  c.draw = ImGui::GetWindowDrawList();
  c.draw->AddRectFilled({0, 0}, screen, IM_COL32(0, 0, 0, 110));
  c.draw->AddRectFilled(box.min(), box.max(), c.theme.panel, 8);
  c.draw->AddRect(box.min(), box.max(), c.theme.line, 8);
}

Overlay::~Overlay() {
  c_.draw = outer_;
  ImGui::End();
}

bool Overlay::pressedOutside() const {
  return ImGui::IsMouseClicked(0) && !box_.contains(ImGui::GetIO().MousePos) && !ImGui::IsWindowAppearing();
}

float drawKeyCaps(Canvas& c, float right, float y, std::string_view keys) {
  if (keys.empty()) return right;
  float width = textWidth(c.fonts.mono, kHintSize, keys) + 12;
  c.draw->AddRectFilled({right - width, y}, {right, y + 18}, c.theme.raised, 4);
  c.draw->AddRect({right - width, y}, {right, y + 18}, c.theme.line, 4);
  drawText(c, c.fonts.mono, kHintSize, {right - width + 6, y + 3}, c.theme.dim, keys);
  return right - width - 6;
}

}  // namespace tp::ui
