#include "ui/panels/query_commands.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/link/link_text.h"
#include "core/tables/result_text.h"
#include "core/text/joined_words.h"
#include "ui/base/row_move.h"
#include "ui/panels/query_chart.h"
#include "ui/panels/query_editor.h"
#include "ui/panels/query_place.h"
#include "ui/panels/query_table.h"
#include "ui/view/copied.h"
#include "ui/view/leads.h"

namespace tp::ui {
namespace {

constexpr uint64_t kPage = 11;                   // rows
constexpr size_t kMaxCopied = size_t{32} << 20;  // bytes

const SqlResult* resultOf(const WindowState& c) {
  return c.sql.result(SqlAsker::Who::Panel);
}

void copyRows(Context& c, QueryState& state, const SqlResult& result) {
  ResultText text(ResultFormat::Tsv, result.columns());
  std::string out;
  std::vector<Cell> cells(result.columns().size());
  size_t rows = 0;
  for (; rows < state.order.size() && out.size() < kMaxCopied; ++rows) {
    for (size_t i = 0; i < cells.size(); ++i) cells[i] = result.cell(state.order[rows], i);
    text.row(cells, out);
  }
  text.end(out);
  ImGui::SetClipboardText(out.c_str());
  sayCopied(c, rows, rows == state.order.size());
}

// "dur", "dur asc", "dur desc"; without a direction, the next one, as by a click on the title.
bool sortBy(QueryState& state, const SqlResult& result, std::span<const std::string> args) {
  std::string name = joinedWords(args, " ");
  std::optional<bool> down;
  for (const auto& [end, falls] : {std::pair(" asc", false), std::pair(" desc", true)}) {
    if (!name.ends_with(end)) continue;
    down = falls;
    name.resize(name.size() - std::string_view(end).size());
  }
  const std::optional<size_t> column = result.column(name);
  if (!column) return false;
  if (!down) return sortRows(state, static_cast<int>(*column)), true;
  state.column = static_cast<int>(*column);
  state.descending = *down;
  return state.sortWanted = true;
}

}  // namespace

void queryOpened(Context& c) {
  QueryState& state = c.memory.of<QueryState>();
  beginEditing(c.index(), state);
  state.focused = !state.order.empty();
  if (holdsExample(c.index(), state) && resultOf(c) == nullptr) editQuery(c, state, state.text, true);
}

bool leavesDigit(WindowState& c) {
  return std::exchange(c.memory.of<QueryState>().left, false);
}

bool hasQueryRows(Context& c) {
  return !c.memory.of<QueryState>().order.empty();
}

void takeQueryRows(WindowState& c) {
  c.memory.of<QueryState>().focused = true;
}

void leaveQueryRows(WindowState& c) {
  c.memory.of<QueryState>().focused = false;
}

bool queryKeys(Context& c) {
  if (!c.drawerOpen || c.tab != Tab::Query) return false;
  QueryState& state = c.memory.of<QueryState>();
  const SqlResult* result = resultOf(c);
  const bool escape = ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  if (escape && c.sql.running(SqlAsker::Who::Panel)) return c.sql.stop(c.host, SqlAsker::Who::Panel), true;
  if (!state.focused || result == nullptr || state.order.empty()) return false;
  const ImGuiIO& io = ImGui::GetIO();
  if ((io.KeyCtrl || io.KeySuper) && !io.KeyShift && ImGui::IsKeyPressed(ImGuiKey_C, false))
    return copyRows(c, state, *result), true;
  if (io.KeyCtrl || io.KeySuper || io.KeyAlt) return false;
  if (escape) return state.focused = false, true;
  if (const std::optional<RowMove> move = pressedRowMove()) {
    const int64_t current = state.row ? static_cast<int64_t>(*state.row) : -1;
    state.row = static_cast<size_t>(rowAfter(*move, state.order.size(), current, kPage));
    return state.revealRow = true;
  }
  return enterPressed() && state.row && chooseRow(c, state, *result, *state.row);
}

bool queryCommand(Context& c, std::string_view id, std::span<const std::string> args) {
  QueryState& state = c.memory.of<QueryState>();
  const SqlResult* result = resultOf(c);
  if (id == "sql-stop") {
    if (!c.sql.running(SqlAsker::Who::Panel)) return false;
    return c.sql.stop(c.host, SqlAsker::Who::Panel), true;
  }
  if (id == "sql" || id == "sql-run") {
    if ((id == "sql") != (args.size() == 1)) return false;
    if (id == "sql") {
      state.text = args[0];
      state.begun = true;
    }
    openTab(c, Tab::Query);
    beginEditing(c.index(), state);
    runQuery(c, state);
    // Whoever is not typing goes on in the rows.
    if (!state.editor.active()) state.focused = true;
    return true;
  }
  if (id == "sql-edit") {
    beginEditing(c.index(), state);
    editQuery(c, state, state.text);
    return openTab(c, Tab::Query), true;
  }
  if (id == "sql-examples" || id == "sql-history") {
    if (!args.empty()) return false;
    state.menuWanted = id == "sql-examples" ? QueryState::Menu::Examples : QueryState::Menu::History;
    return openTab(c, Tab::Query), true;
  }
  if (id == "sql-track-edit") {
    size_t number = 0;
    const std::vector<QueryTrack>& tracks = c.queryTracks.all();
    if (args.size() != 1 || !readNumber(args[0], number) || number < 1 || number > tracks.size()) return false;
    editQuery(c, state, tracks[number - 1].text);
    return openTab(c, Tab::Query), true;
  }
  if (result == nullptr || result->rows() == 0 || !result->over()) return false;
  orderRows(state, *result);
  if (id == "sql-copy") return copyRows(c, state, *result), true;
  if (id == "sql-chart") return hasChart(*result) && (state.chart.shown = !state.chart.shown, true);
  if (id == "sql-sort") {
    openTab(c, Tab::Query);
    return sortBy(state, *result, args);
  }
  int64_t row = 0;
  if (id != "sql-row" || args.size() != 1) return false;
  if (!readNumber(args[0], row) || row < 1) return false;
  openTab(c, Tab::Query);
  state.focused = true;
  return chooseRow(c, state, *result, static_cast<size_t>(row - 1));
}

}  // namespace tp::ui
