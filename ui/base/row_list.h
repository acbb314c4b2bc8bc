// A scrolling list of any length; only the rows in view are drawn.
#pragma once

#include <cmath>

#include "ui/base/canvas.h"

namespace tp::ui {

inline constexpr float kListRow = 18;

// Calls `row(i, box, pressed, hovered)` to draw each row in view. `chosen`: the row that is highlighted; negative:
// none. `reveal`: scrolls so that it is in view.
template <class Row>
void drawList(Canvas& c, const char* id, const Rect& area, size_t count, int chosen, Row&& row, bool reveal = false) {
  // Of a row that is cut, next to nothing could be read.
  const float height = std::floor(area.h / kListRow) * kListRow;
  if (height <= 0) return;
  ImGui::SetCursorScreenPos(area.min());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (ImGui::BeginChild(id, {area.w, height}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNav)) {
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(count), kListRow);
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        ImGui::PushID(i);
        bool pressed = ImGui::Selectable("##row", chosen == i, 0, {0, kListRow});
        bool hovered = ImGui::IsItemHovered();
        ImVec2 at = ImGui::GetItemRectMin();
        row(static_cast<size_t>(i), Rect{at.x, at.y, ImGui::GetItemRectSize().x, kListRow}, pressed, hovered);
        ImGui::PopID();
      }
    }
    if (reveal && chosen >= 0) {
      const float top = static_cast<float>(chosen) * kListRow, scroll = ImGui::GetScrollY();
      if (top < scroll || top + kListRow > scroll + height) ImGui::SetScrollY(top - height / 2);
      c.moreToCome = true;
    }
    c.draw = outer;
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace tp::ui
