#include "ui/calls/function_rows.h"

#include <algorithm>
#include <utility>

#include "ui/base/table_columns.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/view/function_menu.h"
#include "ui/view/row_keys.h"

namespace tp::ui {
namespace {

constexpr float kRow = 17;    // height of a row, so that some of them are in view in a low window
constexpr float kShare = 54;  // width of a share, without its bar
constexpr float kScrollBar = 14;
constexpr float kBeforeName = 16;  // room for the colour before the name

}  // namespace

float longestName(const Context& c, size_t rows, const FunctionOf& functionOf) {
  size_t longest = 0;
  for (size_t i = 0; i < rows; ++i) longest = std::max(longest, c.names.text(functionOf(i)).size());
  // All letters have the same width.
  return static_cast<float>(longest) * textWidth(c.fonts.mono, kMonoSize, "m");
}

float functionRoom(float width) {
  return width - kScrollBar - kColumnPadding - kShare - kColumnPadding;
}

float functionNames(float longest) {
  return longest + kBeforeName + 12;
}

FunctionRow beginFunctionRow(Context& c, NameId function, size_t trackClass) {
  ImGui::TableNextRow(ImGuiTableRowFlags_None, kRow);
  ImGui::TableNextColumn();
  std::string name(c.names.text(function));
  ImGui::PushID(static_cast<int>(function));
  const bool pressed =
      ImGui::Selectable("##row", c.function == function,
                        ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick, {0, kRow - 2});
  if (pressed) {
    c.function = function;
    c.memory.of<RowKeys>().take();
    if (ImGui::IsMouseDoubleClicked(0)) c.tab = Tab::Sandwich;
    c.moreToCome = true;
  }
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
    c.function = function;
    askFunctionMenu(c, function, trackClass);
  }
  ImGui::PopID();
  ImVec2 at = ImGui::GetItemRectMin();
  // On the name, there is the tooltip with the full name.
  const bool onFigures = ImGui::IsItemHovered() && ImGui::GetIO().MousePos.x > at.x + ImGui::GetColumnWidth();
  c.draw->AddRectFilled({at.x + 2, at.y + 3.5f}, {at.x + 10, at.y + 11.5f},
                        c.theme.slices[hueOf(c.index().names().view(function))], 2);
  drawCell(c, c.fonts.mono, kMonoSize, {at.x + kBeforeName, at.y + 1}, c.theme.text, name,
           {at.x, at.y, ImGui::GetColumnWidth() - 12, 18});
  return {pressed, onFigures};
}

void drawRight(Canvas& c, ImU32 ink, const std::string& text) {
  ImVec2 at = ImGui::GetCursorScreenPos();
  drawFigure(c, ink, text, {at.x, at.y, ImGui::GetContentRegionAvail().x, 16});
}

void drawShare(Canvas& c, int64_t part, int64_t whole) {
  double share = whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
  ImVec2 cell = ImGui::GetCursorScreenPos();
  float width = ImGui::GetContentRegionAvail().x;
  // The bar is drawn beside the figure if there is room for both.
  constexpr float kBar = kShare + 8;
  if (width >= 2 * kBar)
    c.draw->AddRectFilled({cell.x + kBar, cell.y + 1},
                          {cell.x + kBar + (width - kBar) * static_cast<float>(share), cell.y + 13}, c.theme.accentSoft,
                          2);
  drawFigure(c, c.theme.text, percentText(part, whole), {cell.x, cell.y, std::min(width, kShare), 16});
}

bool followFunctionKeys(Context& c, size_t rows, const FunctionOf& functionOf, NameId& inView, size_t trackClass,
                        float rowHeight, float head) {
  RowKeys& keys = c.memory.of<RowKeys>();
  int64_t current = -1;
  for (size_t i = 0; i < rows && current < 0; ++i)
    if (functionOf(i) == c.function) current = static_cast<int64_t>(i);
  const auto page = static_cast<size_t>(ImGui::GetWindowHeight() / std::max(1.0f, rowHeight));
  if (auto to = keys.moved(rows, current, page)) {
    c.function = functionOf(*to);
    c.moreToCome = true;
    return false;
  }
  if (current < 0) return false;
  if (std::exchange(inView, c.function) != c.function) {
    bringIntoView(static_cast<size_t>(current), rowHeight, head);
    c.moreToCome = true;
  }
  const bool entered = keys.entered();
  if (!keys.menuWanted()) return entered;
  const ImVec2 corner = ImGui::GetWindowPos();
  const float y = head + static_cast<float>(current + 1) * rowHeight - ImGui::GetScrollY();
  askFunctionMenu(c, c.function, trackClass, ImVec2{corner.x + 40, corner.y + y});
  return entered;
}

}  // namespace tp::ui
