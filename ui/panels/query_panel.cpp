#include "ui/panels/query_panel.h"

#include <algorithm>
#include <cstdio>

#include "core/tables/result_text.h"
#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/panels/query_chart.h"
#include "ui/panels/query_editor.h"
#include "ui/panels/query_place.h"
#include "ui/panels/query_result_track.h"
#include "ui/panels/query_table.h"
#include "ui/view/result_values.h"

namespace tp::ui {
namespace {

constexpr float kHead = 30, kNote = 18, kRight = 14;
constexpr float kEditorShare = 0.38f, kLeastEditor = 300, kMaxEditor = 620;

const SqlResult* resultOf(const WindowState& c) {
  return c.sql.result(SqlAsker::Who::Panel);
}

std::string secondsText(double seconds) {
  char text[32];
  if (seconds < 1) {
    std::snprintf(text, sizeof text, "%.1f ms", 1000 * seconds);
  } else {
    std::snprintf(text, sizeof text, "%.2f s", seconds);
  }
  return text;
}

std::string stageText(const SqlResult& result) {
  std::string text;
  if (result.stage() == SqlStage::Waiting) return "Loading what answers queries \u2026";
  if (result.stage() == SqlStage::Opening) return "Opening the trace for queries \u2026";
  if (result.stage() == SqlStage::Indexing) text = "Reading the whole trace once \u2026";
  if (result.stage() == SqlStage::Reading) text = "Reading \u2026";
  char share[32];
  std::snprintf(share, sizeof share, " %.0f %%", 100 * std::clamp(result.share(), 0.0, 1.0));
  return result.share() >= 0 ? text + share : text;
}

// Draws the status, and what can be done with the rows.
void drawHead(Context& c, QueryState& state, const SqlResult& result, const Rect& area) {
  float chips = 0;
  if (result.over() && result.rows() > 0) {
    constexpr const char* kCsv = "CSV";
    constexpr const char* kJson = "JSON";
    constexpr const char* kParquet = "Parquet";
    constexpr const char* kCopy = "Copy";
    constexpr const char* kChart = "Chart";
    // Shorter where there is little room.
    const bool narrow = area.w < 680;
    const char* const kTrack = narrow ? "Track" : "Show as a track";
    const char* const kCounter = narrow ? "Counter" : "Show as a counter";
    const bool charts = hasChart(result), slices = canBeTrack(result, QueryTrackKind::Slices),
               counts = canBeTrack(result, QueryTrackKind::Counter);
    auto widthOf = [&](const char* label) { return textWidth(c.fonts.words, kHintSize, label) + 22; };
    chips = widthOf(kCopy) + widthOf(kCsv) + widthOf(kJson) + widthOf(kParquet) + (charts ? widthOf(kChart) : 0) +
            (slices ? widthOf(kTrack) : 0) + (counts ? widthOf(kCounter) : 0);
    ImVec2 at{area.x + area.w - chips - kRight, area.y + 7};
    if (slices && chip(c, kTrack, at, false)) showAsTrack(c, result, QueryTrackKind::Slices);
    if (counts && chip(c, kCounter, at, false)) showAsTrack(c, result, QueryTrackKind::Counter);
    if (charts && chip(c, kChart, at, state.chart.shown)) state.chart.shown = !state.chart.shown;
    if (chip(c, kCopy, at, false)) c.runAction = {"sql-copy", ""};
    if (chip(c, kCsv, at, false)) c.runAction = {"sql-export", "csv"};
    if (chip(c, kJson, at, false)) c.runAction = {"sql-export", "json"};
    if (chip(c, kParquet, at, false)) c.runAction = {"sql-export", "parquet"};
  }
  const bool bad = result.stage() == SqlStage::Failed, cut = result.stage() == SqlStage::Cut;
  const bool before = state.text != result.request().text;
  const Rect line{area.x + 8, area.y, area.w - 16 - kRight - chips, kHead};
  const ImU32 ink = bad ? c.theme.error : cut || before ? c.theme.warn : c.theme.dim;
  const std::string status = (before ? "Of the query before \u00b7 " : "") + queryStatus(result);
  drawCell(c, c.fonts.words, kHintSize, {line.x, line.y + 9}, ink, status, line);
  const bool fits = textWidth(c.fonts.words, kHintSize, status) <= line.w;
  if (!fits && line.contains(ImGui::GetIO().MousePos) && ImGui::IsWindowHovered()) c.hint = status;
}

void drawNothing(Canvas& c, const Rect& area, std::string_view first, std::string_view second) {
  drawCell(c, c.fonts.words, kWordSize, {area.x + 8, area.y + 12}, c.theme.dim, first, area);
  const Rect below{area.x, area.y + 22, area.w, area.h};
  drawCell(c, c.fonts.words, kHintSize, {area.x + 8, area.y + 34}, c.theme.faint, second, below);
}

void drawFound(Context& c, QueryState& state, const Rect& area) {
  const SqlResult* result = resultOf(c);
  if (result == nullptr)
    return drawNothing(
        c, area, "Ask the trace in SQL: tables are slice, thread_state, event, thread and more.",
        "A row with ts leads to its place on the timeline. The last example lists all tables and their columns.");
  if (result->stage() == SqlStage::Failed && result->rows() == 0)
    return drawNothing(c, area, "There is no result.", "Why is said below the query.");
  orderRows(state, *result);
  drawHead(c, state, *result, area);
  if (result->columns().empty()) return;
  const std::string note = clockNote(c.clock());
  const float above = kHead + (note.empty() ? 0 : kNote);
  const Rect noted{area.x + 8, area.y + kHead - 2, area.w - 16, kNote};
  drawCell(c, c.fonts.words, kHintSize, noted.min(), c.theme.dim, note, noted);
  const Rect table{area.x, area.y + above, area.w, area.h - above};
  if (state.chart.shown && hasChart(*result)) return drawQueryChart(c, state, *result, table);
  drawQueryTable(c, state, *result, table);
  if (result->rows() == 0 && result->stage() == SqlStage::Done)
    drawText(c, c.fonts.words, kHintSize, {table.x + 8, table.y + 30}, c.theme.faint, "The result has no rows.");
}

}  // namespace

std::string queryStatus(const SqlResult& result) {
  const std::string rows = countText(result.rows(), "row");
  // The first row is counted when it is looked for, which may mean to pass over all of the trace.
  const std::string read = result.read() > 1 ? " \u00b7 " + countText(result.read(), "row") + " of the trace read" : "";
  const std::string time = " \u00b7 " + secondsText(result.seconds());
  switch (result.stage()) {
    case SqlStage::Done:
      return rows + time + read;
    case SqlStage::Cut:
      return "Cut: the first " + rows + ", there are more" + time + read;
    case SqlStage::Failed:
      return result.rows() > 0 ? "Not complete: " + rows + " until it ended: " + result.error() : result.error();
    default:
      return stageText(result) + (result.rows() > 0 ? " \u00b7 " + rows + " so far" : "") + read + time;
  }
}

void drawQueryPanel(Context& c, const Rect& area) {
  QueryState& state = c.memory.of<QueryState>();
  constexpr float kMargin = 12;
  // In a narrow panel the editor lies above the rows.
  const bool above = area.w < 700;
  const float width = above ? area.w - 2 * kMargin : std::clamp(area.w * kEditorShare, kLeastEditor, kMaxEditor);
  const float height = above ? std::max(96.0f, area.h * 0.45f) : area.h - 12;
  drawQueryEditor(c, state, {area.x + kMargin, area.y + 8, width, height - 4});
  Rect found{area.x + width + 2 * kMargin, area.y, area.w - width - 2 * kMargin, area.h};
  if (above) {
    found = {area.x, area.y + height + 6, area.w, area.h - height - 6};
  } else {
    c.draw->AddLine({found.x - 1, area.y}, {found.x - 1, area.y + area.h}, c.theme.line);
  }
  if (c.focus.clickedTimeline()) state.focused = false;
  drawFound(c, state, found);
  followPlace(c, state);
}

ShownRows shownRows(WindowState& c) {
  QueryState& state = c.memory.of<QueryState>();
  const SqlResult* result = resultOf(c);
  if (result == nullptr) return {};
  orderRows(state, *result);
  return {result, state.order};
}

std::vector<PanelTable> queryTables(Context& c) {
  const ShownRows shown = shownRows(c);
  PanelTable table{"Query", {}, {}};
  if (shown.result == nullptr) return {table};
  table.title += ": " + queryStatus(*shown.result);
  table.head = shown.result->columns();
  for (uint32_t row : shown.order.subspan(0, std::min(shown.order.size(), kMaxPanelRows))) {
    std::vector<std::string>& cells = table.rows.emplace_back();
    for (size_t i = 0; i < table.head.size(); ++i) cells.push_back(shownText(shown.result->cell(row, i)));
  }
  return {table};
}

}  // namespace tp::ui
