#include "ui/calls/slices_parts.h"

#include <string>
#include <vector>

#include "core/export/slice_rows.h"
#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/view/group_order.h"
#include "ui/view/slice_cells.h"
#include "ui/view/slice_conditions.h"

namespace tp::ui {
namespace {

constexpr float kTitles = 20, kFoot = 18;
constexpr float kFigure = 57, kCount = 64;  // widths of columns
constexpr float kLeastName = 90;
constexpr float kScrollBar = 14;

// In the order in which they are drawn. Those of the lowest worth are left out where there is no room.
struct Column {
  GroupFigure figure;
  const char* title;
  int worth;
};
constexpr Column kColumns[] = {{GroupFigure::Count, "count", 3}, {GroupFigure::Total, "total", 5},
                               {GroupFigure::Self, "self", 0},   {GroupFigure::Median, "median", 1},
                               {GroupFigure::P99, "p99", 4},     {GroupFigure::Max, "max", 2}};

// The figures of the groups that are shown, and their order, computed once.
struct Shown {
  uint32_t question = 0;
  std::vector<GroupFigures> figures;
  GroupOrder order;
  std::vector<uint32_t> rows;
};

const Shown& shownGroups(WindowState& c, const SlicesQuestion& question) {
  Shown& shown = c.memory.of<Shown>();
  const bool same = shown.question == question.id() && shown.figures.size() == question.groups().size();
  if (!same) {
    shown.question = question.id();
    shown.figures.clear();
    for (const SliceGroup& group : question.groups())
      shown.figures.push_back(figuresOf(group.durations, group.sums.count));
  }
  if (same && shown.order == c.slices.groupOrder) return shown;
  shown.order = c.slices.groupOrder;
  shown.rows = sortedGroups(question.groups(), shown.figures, shown.order);
  return shown;
}

float widthOf(const Column& column) {
  return column.figure == GroupFigure::Count ? kCount : kFigure;
}

// Those that fit beside names of the least width. The one that is sorted by is always there.
std::vector<Column> columnsIn(float width, GroupFigure sorted) {
  std::vector<Column> columns(std::begin(kColumns), std::end(kColumns));
  for (;;) {
    float sum = kLeastName;
    auto least = columns.end();
    for (auto one = columns.begin(); one != columns.end(); ++one) {
      sum += widthOf(*one);
      if (one->figure != sorted && (least == columns.end() || one->worth < least->worth)) least = one;
    }
    if (sum <= width || least == columns.end()) return columns;
    columns.erase(least);
  }
}

// Calls `draw(column, cell)` with the place of each column, which end at the right of `box`.
template <class Draw>
void eachCell(const std::vector<Column>& columns, const Rect& box, Draw&& draw) {
  float x = box.x + box.w;
  for (const Column& column : columns) x -= widthOf(column);
  for (const Column& column : columns) {
    draw(column, Rect{x, box.y, widthOf(column), box.h});
    x += widthOf(column);
  }
}

void drawRight(Canvas& c, ImFont* font, float size, const Rect& cell, ImU32 ink, const std::string& text) {
  drawText(c, font, size, {cell.x + cell.w - textWidth(font, size, text), cell.y + 2}, ink, text);
}

void sortGroups(Context& c, GroupFigure figure) {
  GroupOrder& order = c.slices.groupOrder;
  order = {figure, order.by == figure && !order.ascending};
  c.moreToCome = true;
}

void drawTitles(Context& c, const std::vector<Column>& columns, const Rect& head) {
  const GroupOrder order = c.slices.groupOrder;
  eachCell(columns, head, [&](const Column& column, const Rect& cell) {
    const bool sorted = order.by == column.figure;
    ImGui::SetCursorScreenPos(cell.min());
    ImGui::PushID(column.title);
    if (ImGui::InvisibleButton("sort groups", {cell.w, cell.h})) sortGroups(c, column.figure);
    const bool hovered = ImGui::IsItemHovered();
    c.noteControl(std::string("groups by ") + column.title, sorted);
    ImGui::PopID();
    const std::string title = std::string(column.title) + (sorted ? order.ascending ? " \u25b4" : " \u25be" : "");
    drawRight(c, c.fonts.words, kHintSize, {cell.x, cell.y + 1, cell.w, cell.h},
              sorted || hovered ? c.theme.text : c.theme.dim, title);
  });
}

std::string nameOfGroup(const TraceIndex& index, const ShownNames& names, const GroupKey& key) {
  if (key.of == GroupKey::Of::Nothing) return "none";
  if (key.of == GroupKey::Of::Name) return std::string(names.text(key.id));
  return shownGroup(index, key);
}

std::string cellText(const Context& c, const SliceGroup& group, const GroupFigures& figures, GroupFigure figure) {
  if (figure == GroupFigure::Count) return countText(group.sums.count);
  const std::optional<int64_t> value = groupValue(group, figures, figure);
  return value ? durationText(*value, c.clock(), atMostIf(group.sums.atMost > 0)) : "\u2013";
}

}  // namespace

void drawSliceGroups(Context& c, const Rect& area) {
  const std::shared_ptr<SlicesQuestion>& question = c.slices.question();
  if (!question || !question->found() || question->query().by.empty()) return;
  const Shown& shown = shownGroups(c, *question);
  const std::vector<Column> columns = columnsIn(area.w - kScrollBar, c.slices.groupOrder.by);
  float names = area.w - kScrollBar;
  for (const Column& column : columns) names -= widthOf(column);
  drawCell(c, c.fonts.words, kHintSize, {area.x + 4, area.y + 3}, c.theme.dim, "by " + question->query().by,
           {area.x, area.y, names, kTitles});
  drawTitles(c, columns, {area.x, area.y, area.w - kScrollBar, kTitles});
  const bool cut = question->left().count + question->left().unknown > 0;
  const float foot = cut ? kFoot : 0;
  const Rect list{area.x, area.y + kTitles, area.w, area.h - kTitles - foot};
  drawList(c, "slice groups", list, shown.rows.size(), -1, [&](size_t row, const Rect& box, bool pressed, bool) {
    const SliceGroup& group = question->groups()[shown.rows[row]];
    const bool named = group.key.of != GroupKey::Of::Nothing;
    drawCell(c, c.fonts.mono, kMonoSize, {box.x + 4, box.y + 2}, named ? c.theme.text : c.theme.dim,
             nameOfGroup(c.index(), c.names, group.key), {box.x, box.y, names, box.h});
    eachCell(columns, {box.x, box.y, area.w - kScrollBar, box.h}, [&](const Column& column, const Rect& cell) {
      const std::string text = cellText(c, group, shown.figures[shown.rows[row]], column.figure);
      drawRight(c, c.fonts.mono, kMonoSize, cell, c.theme.text, text);
    });
    if (!pressed) return;
    c.slices.narrow(groupCondition(c.index(), question->query().by, group.key));
    c.slices.by.clear();
    c.moreToCome = true;
  });
  if (!cut) return;
  const std::string text =
      countText(question->left().count + question->left().unknown, "slice") + " of further values are left out";
  drawCell(c, c.fonts.words, kHintSize, {area.x + 4, area.y + area.h - 15}, c.theme.warn, text,
           {area.x, area.y + area.h - foot, area.w, foot});
}

}  // namespace tp::ui
