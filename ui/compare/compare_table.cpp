#include "ui/compare/compare_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/base/hatch.h"
#include "ui/view/row_keys.h"

namespace tp::ui {
namespace {

constexpr float kRow = 17;
constexpr float kLeastBars = 90;
constexpr float kScrollBar = 14;
constexpr float kMark = 8;  // of the legend

ImU32 barColour(const Theme& theme, size_t bar) {
  return bar == 0 ? theme.changes.byCount : theme.changes.byEach;
}

float longestName(const Context& c, const CompareRows& rows, const std::vector<uint32_t>& shown) {
  size_t longest = 0;
  for (const uint32_t row : shown) longest = std::max(longest, rows.name(row).size());
  // All letters have the same width. The title has the arrow of sorting beside it.
  constexpr float kArrow = 20;
  return std::max(static_cast<float>(longest) * textWidth(c.fonts.mono, kMonoSize, "m"),
                  textWidth(c.fonts.words, kHintSize, rows.nameTitle) + kArrow);
}

int64_t lengthOf(int64_t change) {
  return change < 0 ? -std::max(change, -std::numeric_limits<int64_t>::max()) : change;
}

void sortRows(CompareTable& table, const CompareRows& rows) {
  const auto last = static_cast<int>(rows.columns.size());
  table.column = std::min(table.column, last + 1);
  std::sort(table.rows.begin(), table.rows.end());
  if (table.column == 0) {
    std::stable_sort(table.rows.begin(), table.rows.end(), [&](uint32_t x, uint32_t y) {
      return table.ascending ? rows.name(x) < rows.name(y) : rows.name(y) < rows.name(x);
    });
    return;
  }
  // The bars are of the change, which the first column tells.
  const auto column = static_cast<size_t>(table.column > last ? 0 : table.column - 1);
  std::stable_sort(table.rows.begin(), table.rows.end(), [&](uint32_t x, uint32_t y) {
    const double a = rows.value(x, column), b = rows.value(y, column);
    return table.ascending ? a < b : b < a;
  });
}

// Of all rows, whatever the search leaves. Noise does not set the scale, unless there is nothing else: it may be larger
// than all that tells something.
int64_t longestBar(const CompareRows& rows) {
  int64_t longest = 0, ofNoise = 0;
  for (uint32_t row = 0; row < rows.count; ++row) {
    if (!rows.note(row).empty()) continue;
    int64_t& most = rows.noise(row) ? ofNoise : longest;
    for (const int64_t one : rows.bars(row)) most = std::max(most, lengthOf(one));
  }
  return longest > 0 ? longest : ofNoise;
}

// Returns a bit for each column that has the same worth as one of `columns`: the other half of its pair, and itself.
uint32_t withPairs(const CompareRows& rows, uint32_t columns) {
  uint32_t all = columns;
  for (size_t i = 0; i < rows.columns.size(); ++i)
    for (size_t j = 0; j < rows.columns.size(); ++j)
      if ((columns >> i & 1) != 0 && rows.columns[i].width.worth > 0 &&
          rows.columns[i].width.worth == rows.columns[j].width.worth)
        all |= 1u << j;
  return all;
}

uint32_t zeroColumns(const CompareRows& rows) {
  uint32_t others = 0;
  for (size_t column = 0; column < rows.columns.size(); ++column)
    for (size_t row = 0; row < rows.count && (others >> column & 1) == 0; ++row)
      if (rows.value(row, column) != 0) others |= 1u << column;
  return ~withPairs(rows, others);
}

// What is hidden first tells nothing; then columns go by their worth, both halves of a pair together. The one by which
// the table is sorted stays.
TableFit fitColumns(const CompareTable& table, const CompareRows& rows, float room,
                    std::span<const FigureColumn> widths) {
  const int kept = table.column - 1;
  uint32_t optional = 0;
  for (size_t i = 0; i < widths.size(); ++i)
    if (widths[i].worth > 0 && static_cast<int>(i) != kept) optional |= 1u << i;
  const uint32_t all = (1u << widths.size()) - 1;
  const TableFit whole = fitTable(room, table.names + 14, widths, kept);
  if (whole.shown == all) return whole;
  const uint32_t zero = table.zero & optional;
  const TableFit fit = fitTable(room, table.names + 14, widths, kept, zero);
  return fitTable(room, table.names + 14, widths, kept, (withPairs(rows, all & ~fit.shown & ~zero) & optional) | zero);
}

void follow(const Context& c, CompareTable& table, const CompareRows& rows) {
  if (table.number == rows.number && table.search == c.search) return;
  table.number = rows.number;
  table.search = c.search;
  table.rows.clear();
  for (uint32_t row = 0; row < rows.count; ++row)
    if (rows.matches(row)) table.rows.push_back(row);
  table.longest = longestBar(rows);
  table.zero = zeroColumns(rows);
  table.names = longestName(c, rows, table.rows);
  sortRows(table, rows);
}

// Draws the point of an arrow at the end of a bar that is too long for its column.
void drawGoesOn(Context& c, const Rect& bar, bool right) {
  const float tip = right ? bar.x + bar.w + 1 : bar.x - 1, back = right ? tip - 5 : tip + 5;
  const float middle = bar.y + bar.h / 2, half = bar.h / 2 + 1;
  c.draw->AddTriangleFilled({back, middle - half}, {back, middle + half}, {tip, middle}, c.theme.text);
}

// Draws the bars of a row into the current column.
void drawBars(Context& c, const CompareTable& table, const CompareRows& rows, size_t row) {
  const ImVec2 cell = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  if (const std::string_view note = rows.note(row); !note.empty())
    return drawText(c, c.fonts.words, kHintSize, {cell.x, cell.y + 1}, c.theme.dim, note);
  const float middle = cell.x + width / 2;
  const bool two = rows.barTitles[1] != nullptr;
  const float height = two ? 5 : 9;
  const std::array<int64_t, 2> bars = rows.bars(row);
  for (size_t bar = 0; bar < (two ? 2u : 1u); ++bar) {
    if (bars[bar] == 0 || table.longest == 0) continue;
    const double share = std::clamp(static_cast<double>(bars[bar]) / static_cast<double>(table.longest), -1.0, 1.0);
    const float to = middle + static_cast<float>(share) * (width / 2 - 2);
    const Rect box{std::min(middle, to), cell.y + 2 + static_cast<float>(bar) * 6,
                   std::max(1.0f, std::abs(to - middle)), height};
    c.draw->AddRectFilled(box.min(), box.max(), barColour(c.theme, bar), 1);
    if (rows.noise(row)) {
      c.draw->AddRectFilled(box.min(), box.max(), (c.theme.panel & 0xffffff) | 0xa0000000, 1);
      drawHatch(c, box, box.x, box.x + box.w);
    }
    // It goes on behind the edge of the column.
    if (lengthOf(bars[bar]) > table.longest) drawGoesOn(c, box, bars[bar] > 0);
  }
  c.draw->AddLine({middle, cell.y - 1}, {middle, cell.y + kRow - 2}, c.theme.faint);
}

void drawRow(Context& c, const CompareTable& table, const CompareRows& rows, size_t row) {
  ImGui::TableNextRow(ImGuiTableRowFlags_None, kRow);
  ImGui::TableNextColumn();
  ImGui::PushID(static_cast<int>(row));
  constexpr ImGuiSelectableFlags kFlags = ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick;
  if (ImGui::Selectable("##row", rows.chosen(row), kFlags, {0, kRow - 2})) {
    rows.choose(row);
    c.memory.of<RowKeys>().take();
    if (ImGui::IsMouseDoubleClicked(0)) rows.open(row);
    c.moreToCome = true;
  }
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
    rows.choose(row);
    rows.menu(row, std::nullopt);
  }
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  const ImVec2 at = ImGui::GetItemRectMin();
  const Rect cell{at.x, at.y, ImGui::GetColumnWidth() - 12, 18};
  const std::string name = rows.name(row);
  drawText(c, c.fonts.mono, kMonoSize, {at.x + 2, at.y + 1}, c.theme.text,
           fitText(c.fonts.mono, kMonoSize, name, cell.w - 2));
  for (size_t column = 0; column < rows.columns.size(); ++column) {
    if (!ImGui::TableNextColumn()) continue;
    const ImVec2 place = ImGui::GetCursorScreenPos();
    drawFigure(c, column == 0 && rows.noise(row) ? c.theme.dim : c.theme.text, rows.text(row, column),
               {place.x, place.y, ImGui::GetContentRegionAvail().x, 16});
  }
  if (ImGui::TableNextColumn()) drawBars(c, table, rows, row);
  const Rect whole{at.x, at.y, ImGui::GetContentRegionAvail().x, kRow};
  if (hovered) drawTip(c, rows.tip(row), ImGui::GetIO().DisplaySize.y - kFooterHeight, &whole);
}

// Chooses a row by keys, and brings the chosen one into view when it is another than before.
void followKeys(Context& c, CompareTable& table, const CompareRows& rows, float rowHeight, float head) {
  RowKeys& keys = c.memory.of<RowKeys>();
  int64_t current = -1;
  for (size_t i = 0; i < table.rows.size() && current < 0; ++i)
    if (rows.chosen(table.rows[i])) current = static_cast<int64_t>(i);
  const auto page = static_cast<size_t>(ImGui::GetWindowHeight() / std::max(1.0f, rowHeight));
  if (const auto to = keys.moved(table.rows.size(), current, page)) {
    rows.choose(table.rows[*to]);
    c.moreToCome = true;
    return;
  }
  if (current < 0) return;
  const auto at = static_cast<size_t>(current);
  if (std::exchange(table.inView, table.rows[at]) != table.rows[at]) {
    bringIntoView(at, rowHeight, head);
    c.moreToCome = true;
  }
  if (keys.entered()) rows.open(table.rows[at]);
  if (!keys.menuWanted()) return;
  const ImVec2 corner = ImGui::GetWindowPos();
  const float y = head + static_cast<float>(at + 1) * rowHeight - ImGui::GetScrollY();
  rows.menu(table.rows[at], ImVec2{corner.x + 40, corner.y + y});
}

void setUpColumns(CompareTable& table, const CompareRows& rows, float width) {
  constexpr ImGuiTableColumnFlags kNumber =
      ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_PreferSortDescending;
  std::vector<FigureColumn> widths;
  for (const CompareColumn& column : rows.columns) widths.push_back(column.width);
  const float room = width - kScrollBar - kColumnPadding - kLeastBars - kColumnPadding;
  const TableFit fit = fitColumns(table, rows, room, widths);
  ImGui::TableSetupColumn(rows.nameTitle, ImGuiTableColumnFlags_WidthFixed, fit.names);
  for (size_t i = 0; i < rows.columns.size(); ++i) {
    ImGuiTableColumnFlags flags = kNumber;
    if (i == 0) flags |= ImGuiTableColumnFlags_DefaultSort;
    if ((fit.shown >> i & 1) == 0) flags |= ImGuiTableColumnFlags_Disabled;
    ImGui::TableSetupColumn(rows.columns[i].title, flags, widths[i].width);
  }
  ImGui::TableSetupColumn("Less and more",
                          ImGuiTableColumnFlags_WidthStretch | ImGuiTableColumnFlags_PreferSortDescending);
  table.nameColumn.setWidth(fit.names);
}

}  // namespace

size_t shownRows(const Context& c, CompareTable& table, const CompareRows& rows) {
  follow(c, table, rows);
  return table.rows.size();
}

void drawCompareTable(Context& c, CompareTable& table, const CompareRows& rows, const Rect& area) {
  follow(c, table, rows);
  ImGui::SetCursorScreenPos(area.min());
  ImGui::PushFont(c.fonts.words, kHintSize);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ImGui::GetStyle().CellPadding.x, 1});
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_Sortable | ImGuiTableFlags_ScrollY | ImGuiTableFlags_Resizable | ImGuiTableFlags_BordersInnerH;
  if (ImGui::BeginTable(rows.nameTitle, static_cast<int>(rows.columns.size()) + 2, kFlags,
                        {area.w, table.height.within(area.h)})) {
    ImGui::TableSetupScrollFreeze(0, 1);
    setUpColumns(table, rows, area.w);
    tableTitles(c, ((1u << rows.columns.size()) - 1) << 1);
    if (ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
        specs != nullptr && specs->SpecsDirty && specs->SpecsCount > 0) {
      table.column = specs->Specs[0].ColumnIndex;
      table.ascending = specs->Specs[0].SortDirection == ImGuiSortDirection_Ascending;
      sortRows(table, rows);
      specs->SpecsDirty = false;
    }
    ImDrawList* outer = std::exchange(c.draw, ImGui::GetWindowDrawList());
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(table.rows.size()));
    const float head = ImGui::GetCursorPosY();
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
        drawRow(c, table, rows, table.rows[static_cast<size_t>(i)]);
    table.height.noteRows(c, head, clipper.ItemsHeight);
    followKeys(c, table, rows, clipper.ItemsHeight, head);
    c.draw = outer;
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

float drawBarLegend(Canvas& c, const CompareRows& rows, const Rect& line) {
  float x = line.x + line.w;
  for (size_t bar = 2; bar-- > 0;) {
    if (rows.barTitles[bar] == nullptr) continue;
    x -= textWidth(c.fonts.words, kHintSize, rows.barTitles[bar]);
    if (x - kMark - 4 < line.x) return x;
    drawText(c, c.fonts.words, kHintSize, {x, line.y + 3}, c.theme.dim, rows.barTitles[bar]);
    x -= kMark + 4;
    c.draw->AddRectFilled({x, line.y + 6}, {x + kMark, line.y + 6 + kMark}, barColour(c.theme, bar), 1);
    x -= 12;
  }
  return x;
}

float barLegendWidth(const Canvas& c, const CompareRows& rows) {
  float width = 0;
  for (const char* title : rows.barTitles)
    if (title != nullptr) width += textWidth(c.fonts.words, kHintSize, title) + kMark + 4 + 12;
  return width;
}

}  // namespace tp::ui
