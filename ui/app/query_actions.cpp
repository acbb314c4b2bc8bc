// Actions on questions in SQL.
#include "core/tables/result_text.h"
#include "ui/app/actions.h"
#include "ui/app/app.h"
#include "ui/app/commands.h"
#include "ui/app/export.h"
#include "ui/app/query_file.h"
#include "ui/panels/query_commands.h"
#include "ui/panels/query_panel.h"
#include "ui/panels/query_result_track.h"

namespace tp::ui {
namespace {

bool onQuery(App& app, std::string_view id, Args args) {
  return queryCommand(app.context(), id, args);
}

bool onTrack(App& app, std::string_view id, Args args) {
  return queryTrackCommand(app.context(), id, args);
}

// Saves the rows as the table has them, or as a Parquet file.
bool exportRows(App& app, std::string_view, Args args) {
  Context& c = app.context();
  const ShownRows rows = shownRows(c);
  if (args.size() == 1 && args[0] == "parquet") return saveQueryFile(c);
  if (args.size() != 1 || rows.result == nullptr || !rows.result->over() || rows.order.empty()) return false;
  if (args[0] != "csv" && args[0] != "json") return false;
  ResultText text(args[0] == "csv" ? ResultFormat::Csv : ResultFormat::Json, rows.result->columns());
  std::string out;
  std::vector<Cell> cells(rows.result->columns().size());
  for (uint32_t row : rows.order) {
    for (size_t i = 0; i < cells.size(); ++i) cells[i] = rows.result->cell(row, i);
    text.row(cells, out);
  }
  text.end(out);
  if (!saveFile(c, fileName(c.session, "-query." + args[0]), out)) return false;
  if (rows.result->stage() == SqlStage::Cut)
    c.say("Saved only the rows that are shown: the query has more. Parquet has all.");
  return true;
}

using Group = ActionGroup;

constexpr Action kActions[] = {
    {.id = "sql", .title = "Ask a query in SQL", .group = Group::Panels, .run = onQuery, .asks = "a query in SQL"},
    {.id = "sql-run",
     .title = "Run the query in the editor",
     .group = Group::Panels,
     .keys = {ImGuiMod_Ctrl | ImGuiKey_Enter},
     .run = onQuery},
    {.id = "sql-edit",
     .title = "Type into the query's editor",
     .group = Group::Panels,
     .keys = {ImGuiKey_E},
     .run = onQuery},
    {.id = "sql-examples", .title = "Choose one of the examples of queries", .group = Group::Panels, .run = onQuery},
    {.id = "sql-history", .title = "Choose a query of the history", .group = Group::Panels, .run = onQuery},
    {.id = "sql-stop", .title = "Stop the query", .group = Group::Panels, .run = onQuery},
    {.id = "sql-row",
     .title = "Go to a row of the query's result",
     .group = Group::Panels,
     .run = onQuery,
     .asks = "its number"},
    {.id = "sql-sort",
     .title = "Sort the query's result by a column",
     .group = Group::Panels,
     .run = onQuery,
     .asks = "name of a column, and perhaps asc or desc"},
    {.id = "sql-chart",
     .title = "Show the query's result as a chart, or as a table",
     .group = Group::Panels,
     .run = onQuery},
    {.id = "sql-copy", .title = "Copy the query's result", .group = Group::Panels, .run = onQuery},
    {.id = "sql-export",
     .title = "Export the query's result as CSV",
     .group = Group::Panels,
     .run = exportRows,
     .argument = "csv"},
    {.id = "sql-export",
     .title = "Export the query's result as JSON",
     .group = Group::Panels,
     .run = exportRows,
     .argument = "json"},
    {.id = "sql-export",
     .title = "Export the query's result as Parquet",
     .group = Group::Panels,
     .run = exportRows,
     .argument = "parquet"},
    {.id = "sql-track", .title = "Show the query's result as a track", .group = Group::Panels, .run = onTrack},
    {.id = "sql-counter", .title = "Show the query's result as a counter", .group = Group::Panels, .run = onTrack},
    {.id = "sql-track-name",
     .title = "Rename a track of a query",
     .group = Group::Panels,
     .run = onTrack,
     .asks = "its number from the top, and its name"},
    {.id = "sql-track-edit",
     .title = "Put the query of a track into the editor",
     .group = Group::Panels,
     .run = onQuery,
     .asks = "its number from the top"},
    {.id = "sql-track-close",
     .title = "Close a track of a query",
     .group = Group::Panels,
     .run = onTrack,
     .asks = "its number from the top"},
    {.id = "sql-tracks-close", .title = "Close all tracks of queries", .group = Group::Panels, .run = onTrack},
};

}  // namespace

std::span<const Action> queryActions() {
  return kActions;
}

}  // namespace tp::ui
