#include "ui/app/export.h"

#include <utility>

#include "ui/app/app.h"
#include "ui/app/commands.h"
#include "ui/app/query_file.h"
#include "ui/base/time_text.h"
#include "ui/view/event_columns.h"

namespace tp::ui {

namespace {

bool begin(Context& c, ExportRequest request) {
  c.exportName = c.host.beginFile(fileName(c.session, formatInfo(request.format).suffix));
  if (c.exportName.empty()) return c.say("There is nowhere to write it."), false;
  c.exporting = std::make_shared<ExportQuestion>(std::move(request),
                                                 [put = c.host.putFile](std::string_view part) { put(part); });
  c.session.ask(c.exporting);
  return true;
}

}  // namespace

bool isExporting(const WindowState& c) {
  return c.exporting != nullptr || c.awaitsPage || c.compareFile || c.sql.result(SqlAsker::Who::File) != nullptr;
}

std::string fileName(const Session& session, std::string_view suffix) {
  std::string name = session.name().empty() ? "trace" : session.name();
  for (char& character : name)
    if (character == '/' || character == '\\' || character == ':') character = '_';
  return name + std::string(suffix);
}

bool saveFile(Context& c, const std::string& name, std::string_view bytes) {
  if (!c.host.beginFile || isExporting(c)) return false;
  std::string place = c.host.beginFile(name);
  if (place.empty()) return false;
  c.host.putFile(bytes);
  std::string failure = c.host.endFile(true);
  c.say(failure.empty() ? "Saved as " + place : "It could not be saved: " + failure);
  return true;
}

// Runs "export", "export-range" and "export-track" with the name of a format.
bool exportFile(App& app, std::string_view id, Args args) {
  Context& c = app.context();
  ExportFormat format = args.size() == 1 ? exportFormat(args[0]) : ExportFormat::Count;
  if (format == ExportFormat::Count || isExporting(c) || !c.host.beginFile) return false;
  Time from = 0, to = -1;
  std::vector<TrackId> tracks;
  if (id == "export-range") {
    tracks = c.range->tracks;
    from = c.range->first;
    to = c.range->second;
  }
  if (id == "export-track") tracks = {c.selection->track};
  return begin(c, exportRequest(c.index(), c.session.name(), format, from, to, tracks));
}

// Runs "export-parquet" and "export-range-parquet" with the name of a table.
bool exportParquet(App& app, std::string_view id, Args args) {
  Context& c = app.context();
  if (args.size() != 1) return false;
  return saveTableFile(
      c, args[0], id == "export-parquet" ? std::nullopt : std::optional(std::pair(c.range->first, c.range->second)));
}

bool exportTable(App& app, std::string_view, Args) {
  Context& c = app.context();
  if (isExporting(c) || !c.host.beginFile) return false;
  std::pair<Time, Time> times = c.events.times(c).value_or(std::pair<Time, Time>{0, -1});
  ExportRequest request = exportRequest(c.index(), c.session.name(), ExportFormat::Csv, times.first, times.second);
  request.columns = csvColumns(c, c.index());
  if (const SearchQuestion* found = c.events.table().found()) request.rows = found->query();
  return begin(c, std::move(request));
}

void followExport(Context& c) {
  if (!c.exporting || !c.exporting->done()) return;
  // An incomplete file must not pass for the whole trace.
  const std::string& problem = c.exporting->problem();
  bool whole = problem.empty() && c.exporting->bytes() > 0 && !c.exporting->cut();
  std::string failure = c.host.endFile(whole);
  if (!whole) failure = problem.empty() ? "the trace could not be read again" : problem;
  std::string said = "Exported " + bytesText(c.exporting->bytes()) + " to " + c.exportName;
  if (const std::string remark = c.exporting->remark(); !remark.empty()) said += ": " + remark;
  c.say(failure.empty() ? said : "Nothing was exported: " + failure + ".");
  c.exporting.reset();
}

void cancelExport(Context& c) {
  cancelQueryFile(c);
  if (!c.exporting && !c.awaitsPage && !c.compareFile) return;
  if (c.exporting) c.session.giveUp(c.exporting->kind());
  c.exporting.reset();
  c.awaitsPage = false;
  c.compareFile.reset();
  c.host.endFile(false);
  c.say("The export is cancelled.");
}

bool drawExport(Context& c, const Rect& area) {
  if (!isExporting(c)) return false;
  float y = area.y + 6, x = area.x + 14, share = 0;
  std::string text = "Exporting to " + c.exportName;
  if (c.exporting) {
    share = static_cast<float>(c.exporting->share());
    text += " \u00b7 " + std::to_string(static_cast<int>(100 * share)) + " % \u00b7 " + bytesText(c.exporting->bytes());
  } else if (!c.awaitsPage && !c.compareFile) {
    text += " \u00b7 " + bytesText(c.exportBytes);
  }
  drawText(c, c.fonts.words, kHintSize, {x, y}, c.theme.text, text);
  x += textWidth(c.fonts.words, kHintSize, text) + 12;
  if (c.exporting) {  // else it is not known how much there will be
    c.draw->AddRectFilled({x, y + 4}, {x + 120, y + 8}, c.theme.line, 2);
    c.draw->AddRectFilled({x, y + 4}, {x + 120 * share, y + 8}, c.theme.accent, 2);
    x += 132;
  }
  ImVec2 at{x, area.y + 3};
  if (chip(c, "Cancel", at, false)) cancelExport(c);
  return true;
}

}  // namespace tp::ui
