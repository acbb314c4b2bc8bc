#include "ui/base/table_columns.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace tp::ui {
namespace {

constexpr float kLeastNames = 150;  // room that a name needs to be recognised, in pixels

// ImGui's own titles are left-aligned, and reserve room for the sort arrow even if there is none.
void rightTitle(Canvas& c, const char* title, bool sorted) {
  ImVec2 at = ImGui::GetCursorScreenPos();
  float arrow = sorted ? ImGui::GetFontSize() * 0.65f + 3 : 0;
  float left = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(title).x - arrow;
  ImGui::TableHeader("##title");
  at.x += std::max(0.0f, left);
  ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(ImGuiCol_Text), title);
  noteText(c, ImGui::GetFont(), ImGui::GetFontSize(), at, ImGui::GetColorU32(ImGuiCol_Text), title);
}

}  // namespace

TableFit fitTable(float room, float names, std::span<const FigureColumn> figures, int kept, uint32_t without) {
  TableFit fit;
  float taken = 0;
  for (size_t i = 0; i < figures.size(); ++i) {
    if ((without >> i & 1) != 0) continue;
    fit.shown |= 1u << i;
    taken += figures[i].width + kColumnPadding;
  }
  float least = std::min(names, kLeastNames);
  while (room - taken < least) {
    int first = -1;
    for (size_t i = 0; i < figures.size(); ++i) {
      bool goes = (fit.shown >> i & 1) != 0 && figures[i].worth > 0 && static_cast<int>(i) != kept;
      if (goes && (first < 0 || figures[i].worth < figures[static_cast<size_t>(first)].worth))
        first = static_cast<int>(i);
    }
    if (first < 0) break;
    fit.shown &= ~(1u << first);
    taken -= figures[static_cast<size_t>(first)].width + kColumnPadding;
  }
  // ImGui truncates widths to whole pixels, which would cut off the last letter of the longest name.
  fit.names = std::max(40.0f, std::min(std::ceil(names), room - taken));
  return fit;
}

void NameColumn::setWidth(float width) {
  if (width == width_) return;
  width_ = width;
  // ImGui::TableSetColumnWidth() would limit the width to the room of the last frame.
  ImGui::GetCurrentTable()->Columns[0].WidthRequest = width;
}

float TableHeight::within(float room) const {
  if (row_ <= 0 || room <= head_ + row_) return room;
  return head_ + std::floor((room - head_) / row_) * row_;
}

void TableHeight::noteRows(Canvas& c, float head, float row) {
  c.moreToCome = c.moreToCome || head != head_ || row != row_;
  head_ = head;
  row_ = row;
}

bool pointerInCell() {
  constexpr float kBeside = kColumnPadding / 2;
  const float x = ImGui::GetIO().MousePos.x, from = ImGui::GetCursorScreenPos().x;
  return x >= from - kBeside && x < from + ImGui::GetContentRegionAvail().x + kBeside;
}

int tableTitles(Canvas& c, uint32_t figures) {
  int pointed = -1;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10, 8});
  // ImGui draws the menu of columns, in which the key End finds the last row only if rows are no further apart.
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8, 6});
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers, ImGui::TableGetHeaderRowHeight());
  for (int i = 0; i < ImGui::TableGetColumnCount(); ++i) {
    if (!ImGui::TableSetColumnIndex(i)) continue;
    const char* title = ImGui::TableGetColumnName(i);
    ImGui::PushID(i);
    if (i < 32 && (figures >> i & 1) != 0) {
      rightTitle(c, title, (ImGui::TableGetColumnFlags(i) & ImGuiTableColumnFlags_IsSorted) != 0);
    } else {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      ImGui::TableHeader(title);
      noteText(c, ImGui::GetFont(), ImGui::GetFontSize(), at, ImGui::GetColorU32(ImGuiCol_Text), title);
    }
    c.focus.note(std::string("Sort by ") + title);
    if (ImGui::IsItemHovered()) pointed = i;
    ImGui::PopID();
  }
  ImGui::PopStyleVar(2);
  return pointed;
}

}  // namespace tp::ui
