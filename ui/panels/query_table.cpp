#include "ui/panels/query_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/text/characters.h"
#include "core/text/visible_text.h"
#include "ui/base/row_list.h"
#include "ui/base/tooltip.h"
#include "ui/panels/query_place.h"
#include "ui/view/result_values.h"

namespace tp::ui {
namespace {

constexpr float kHead = 22, kBeside = 8;  // height of the titles; left and right of a cell
// Texts get more than kMaxWidth only where the others leave it.
constexpr float kLeastWidth = 36, kMaxWidth = 380, kMaxWhole = 2400;
constexpr float kSortMark = 12;
constexpr size_t kMeasured = 300;     // rows that decide how wide columns are
constexpr size_t kMaxHint = 300;      // bytes of a text that its tip has
constexpr size_t kMaxMeasured = 400;  // bytes of a text that count for that

// NULL, numbers, texts: as SQLite sorts.
int rankOf(const Cell& cell) {
  return cell.kind == Cell::Kind::Null ? 0 : cell.kind == Cell::Kind::Text ? 2 : 1;
}

bool isLess(const Cell& a, const Cell& b) {
  if (rankOf(a) != rankOf(b)) return rankOf(a) < rankOf(b);
  if (a.kind == Cell::Kind::Text) return a.text < b.text;
  if (a.kind == Cell::Kind::Integer && b.kind == Cell::Kind::Integer) return a.integer < b.integer;
  auto real = [](const Cell& one) {
    return one.kind == Cell::Kind::Real ? one.real : static_cast<double>(one.integer);
  };
  return rankOf(a) == 1 && real(a) < real(b);
}

void measure(Context& c, QueryState& state, const SqlResult& result) {
  const size_t columns = result.columns().size();
  state.wholes.resize(columns, kLeastWidth);
  const size_t rows = std::min(result.rows(), kMeasured);
  auto widen = [&](size_t column, ImFont* font, float size, std::string_view text, float more) {
    const float wide = textWidth(font, size, text.substr(0, kMaxMeasured)) + 2 * kBeside + more;
    // Whole pixels, so that letters are not cut at the left.
    state.wholes[column] = std::clamp(std::ceil(wide), state.wholes[column], kMaxWhole);
  };
  if (state.measured == 0)
    for (size_t i = 0; i < columns; ++i) widen(i, c.fonts.words, kHintSize, result.columns()[i], kSortMark);
  for (size_t row = state.measured; row < rows; ++row)
    for (size_t i = 0; i < columns; ++i)
      widen(i, c.fonts.mono, kMonoSize, cellText(result.cell(row, i), state.kinds[i]), 0);
  state.measured = std::max<size_t>(rows, 1);
  // The bars to scroll by are drawn in the next frame.
  c.moreToCome = true;
}

void drawHead(Context& c, QueryState& state, const SqlResult& result, const Rect& area, float scroll) {
  ImGui::PushClipRect(area.min(), area.max(), true);
  float x = area.x - scroll;
  for (size_t i = 0; i < result.columns().size(); ++i) {
    const Rect box{x, area.y, state.widths[i], kHead};
    x += box.w;
    if (box.x > area.x + area.w || x < area.x) continue;
    ImGui::PushID(static_cast<int>(i));
    ImGui::SetCursorScreenPos(box.min());
    if (ImGui::InvisibleButton("head", {box.w, box.h})) {
      sortRows(state, static_cast<int>(i));
      c.moreToCome = true;
    }
    const bool hovered = ImGui::IsItemHovered(), sorted = state.column == static_cast<int>(i);
    c.noteControl("sort by " + result.columns()[i], sorted);
    ImGui::PopID();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const std::string title = fitText(c.fonts.words, kHintSize, visibleText(result.columns()[i]), box.w - kBeside - 12);
    const float wide = textWidth(c.fonts.words, kHintSize, title);
    const bool right = result.numeric(i);
    const float at = right ? box.x + box.w - kBeside - wide - (sorted ? 10 : 0) : box.x + kBeside;
    drawText(c, c.fonts.words, kHintSize, {at, box.y + 5}, hovered || sorted ? c.theme.text : c.theme.dim, title);
    if (!sorted) continue;
    const float tip = at + wide + 6, y = box.y + 11, up = state.descending ? -1.0f : 1.0f;
    c.draw->AddTriangleFilled({tip - 3.5f, y + 2 * up}, {tip + 3.5f, y + 2 * up}, {tip, y - 2.5f * up}, c.theme.dim);
  }
  ImGui::PopClipRect();
  c.draw->AddLine({area.x, area.y + kHead}, {area.x + area.w, area.y + kHead}, c.theme.line);
}

void drawRow(Context& c, QueryState& state, const SqlResult& result, size_t row, const Rect& box, float visible) {
  float x = box.x;
  for (size_t i = 0; i < result.columns().size(); ++i) {
    const Rect cell{x + kBeside, box.y, state.widths[i] - 2 * kBeside, box.h};
    x += state.widths[i];
    if (x < visible) continue;
    if (cell.x > c.chips.x + c.chips.w + 14) break;
    const Cell value = result.cell(row, i);
    const ImU32 ink = value.kind == Cell::Kind::Null ? c.theme.faint : c.theme.text;
    const std::string text = cellText(value, state.kinds[i]);
    if (value.kind != Cell::Kind::Text && result.numeric(i)) {
      // A number whose digits are cut would be taken for another one.
      const float wide = std::ceil(textWidth(c.fonts.mono, kMonoSize, text)) + 2 * kBeside;
      if (wide > state.wholes[i]) state.wholes[i] = wide, c.moreToCome = true;
      drawFigure(c, ink, text, {cell.x, cell.y + 2, cell.w, cell.h - 2});
    } else {
      drawCell(c, c.fonts.mono, kMonoSize, {cell.x, cell.y + 2}, ink, text, cell);
    }
    if (!cell.contains(ImGui::GetIO().MousePos) || !ImGui::IsWindowHovered()) continue;
    const bool cut = value.kind == Cell::Kind::Text && textWidth(c.fonts.mono, kMonoSize, text) > cell.w + 0.5f;
    c.hint =
        cut ? text.substr(0, characterStart(text, kMaxHint)) : cellTip(value, state.kinds[i], c.clock(), c.timesFrom());
  }
}

}  // namespace

std::vector<float> fitWidths(const std::vector<float>& wholes, float room) {
  std::vector<float> widths;
  float left = room;
  for (float whole : wholes) {
    widths.push_back(std::min(whole, kMaxWidth));
    left -= widths.back();
  }
  for (size_t i = 0; i < wholes.size() && left > 0; ++i) {
    const float more = std::min(std::floor(left), wholes[i] - widths[i]);
    widths[i] += more;
    left -= more;
  }
  return widths;
}

void orderRows(QueryState& state, const SqlResult& result) {
  if (state.shown != result.request().id) {
    state.shown = result.request().id;
    state.order.clear();
    state.kinds.clear();
    state.wholes.clear();
    state.measured = 0;
    state.column = -1;
    state.row.reset();
    state.place.reset();
  }
  if (state.kinds.size() != result.columns().size()) state.kinds = kindsOf(result.request().text, result.columns());
  const size_t before = state.order.size();
  state.order.resize(result.rows());
  std::iota(state.order.begin() + static_cast<ptrdiff_t>(before), state.order.end(), static_cast<uint32_t>(before));
  // What is still arriving is shown as it comes.
  if (state.sortWanted && result.over()) {
    state.sortWanted = false;
    const std::optional<uint32_t> chosen = state.row ? std::optional(state.order[*state.row]) : std::nullopt;
    std::iota(state.order.begin(), state.order.end(), 0u);
    const auto column = static_cast<size_t>(std::max(0, state.column));
    if (state.column >= 0)
      std::stable_sort(state.order.begin(), state.order.end(), [&](uint32_t x, uint32_t y) {
        const Cell a = result.cell(x, column), b = result.cell(y, column);
        return state.descending ? isLess(b, a) : isLess(a, b);
      });
    if (chosen)
      state.row = static_cast<size_t>(std::find(state.order.begin(), state.order.end(), *chosen) - state.order.begin());
  }
}

void sortRows(QueryState& state, int column) {
  if (state.column != column) {
    state.column = column;
    state.descending = false;
  } else if (!state.descending) {
    state.descending = true;
  } else {
    state.column = -1;
  }
  state.sortWanted = true;
}

void drawQueryTable(Context& c, QueryState& state, const SqlResult& result, const Rect& area) {
  if (state.measured < std::min(std::max<size_t>(result.rows(), 1), kMeasured)) measure(c, state, result);
  const Rect body{area.x, area.y + kHead + 1, area.w, area.h - kHead - 1};
  if (body.h < kListRow) return;
  // Columns stay where they are when there are more rows than fit, and a bar to scroll them appears.
  state.widths = fitWidths(state.wholes, body.w - ImGui::GetStyle().ScrollbarSize);
  const float whole = std::accumulate(state.widths.begin(), state.widths.end(), 0.0f);
  float scroll = 0;
  ImGui::SetCursorScreenPos(body.min());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (ImGui::BeginChild("rows", {body.w, body.h}, ImGuiChildFlags_None,
                        ImGuiWindowFlags_NoNav | ImGuiWindowFlags_HorizontalScrollbar)) {
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    scroll = ImGui::GetScrollX();
    if (std::exchange(state.revealRow, false) && state.row) {
      const float top = static_cast<float>(*state.row) * kListRow, room = ImGui::GetWindowHeight() - 14;
      if (top < ImGui::GetScrollY()) ImGui::SetScrollY(top);
      if (top + kListRow > ImGui::GetScrollY() + room) ImGui::SetScrollY(top + kListRow - room);
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(state.order.size()), kListRow);
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const auto position = static_cast<size_t>(i);
        const bool chosen = state.row == position;
        ImGui::PushID(i);
        if (ImGui::Selectable("##row", chosen, 0, {std::max(whole, ImGui::GetContentRegionAvail().x), kListRow})) {
          state.row = position;
          state.focused = true;
          if (hasPlaces(result)) seekRow(c, state, result, state.order[position]);
          c.moreToCome = true;
        }
        const ImVec2 at = ImGui::GetItemRectMin();
        if (ImGui::IsItemHovered() && hasPlaces(result)) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (chosen)
          c.draw->AddRectFilled({body.x, at.y}, {body.x + 2, at.y + kListRow},
                                state.focused ? c.theme.accent : c.theme.dim);
        drawRow(c, state, result, state.order[position], {at.x, at.y, whole, kListRow}, body.x);
        ImGui::PopID();
      }
    }
    c.draw = outer;
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  drawHead(c, state, result, {area.x, area.y, area.w, kHead}, scroll);
}

}  // namespace tp::ui
