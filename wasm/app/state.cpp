#include "wasm/app/state.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/export/info_text.h"
#include "core/text/json_writer.h"
#include "ui/app/commands.h"
#include "ui/app/export.h"
#include "ui/base/time_text.h"
#include "ui/timeline/track_commands.h"
#include "ui/view/drawn_times.h"
#include "ui/view/selection_text.h"
#include "ui/view/slice_colours.h"
#include "wasm/app/slices_state.h"
#include "wasm/app/track_numbers.h"

namespace tp::wasm {
namespace {

const char* phaseName(Phase phase) {
  switch (phase) {
    case Phase::Opening:
      return "opening";
    case Phase::Indexing:
      return "indexing";
    case Phase::Ready:
      return "ready";
    case Phase::Failed:
      return "failed";
    default:
      return "empty";
  }
}

// Returns nullopt for what is less than 0, since it is not known yet.
std::optional<double> number(double value) {
  return value < 0 ? std::nullopt : std::optional(value);
}

// What lies over everything else.
std::optional<std::string_view> overlayName(const ui::WindowState& c) {
  if (c.palette.open) return "palette";
  if (c.settingsOpen) return "settings";
  return c.help ? std::optional("keys") : std::nullopt;
}

void writeRange(JsonWriter& json, const ui::App& app) {
  if (!app.range()) return json.value(nullptr);
  std::vector<std::optional<uint64_t>> tracks = numbersOf(app.context().index(), app.range()->tracks);
  std::sort(tracks.begin(), tracks.end());
  json.beginObject();
  json.member("begin", std::to_string(app.range()->first));
  json.member("end", std::to_string(app.range()->second));
  json.member("tracks", tracks);
  json.endObject();
}

void writeMarkers(JsonWriter& json, const ui::Markers& markers) {
  json.beginArray();
  const ui::Marker* selected = markers.selected();
  for (const ui::Marker& marker : markers.all()) {
    json.beginObject();
    json.member("number", marker.number);
    json.member("time", std::to_string(marker.time));
    json.member("selected", &marker == selected);
    json.member("note", marker.note);
    json.endObject();
  }
  for (const ui::KeptRange& range : markers.ranges()) {
    json.beginObject();
    json.member("number", range.number);
    json.member("begin", std::to_string(range.begin));
    json.member("end", std::to_string(range.end));
    json.member("note", range.note);
    json.endObject();
  }
  json.endArray();
}

// The tracks that queries make, from top to bottom.
void writeQueryTracks(JsonWriter& json, const ui::Context& c) {
  json.objects(c.queryTracks.all(), [&](const ui::QueryTrack& track) {
    json.member("kind", kindName(track.kind));
    json.member("name", track.name);
    json.member("sql", track.text);
    json.member("computed", track.result != nullptr);
    json.member("rows", track.result ? std::optional(track.result->rows()) : std::nullopt);
    json.member("cut", track.result && track.result->stage() == SqlStage::Cut);
    json.member("levels", track.result ? std::optional(track.levels()) : std::nullopt);
    const auto drawn = std::find_if(c.drawnOfQuery.begin(), c.drawnOfQuery.end(),
                                    [&](const auto& one) { return one.first == track.number; });
    json.member("drawn", drawn != c.drawnOfQuery.end() ? drawn->second : 0);
    json.member("error", track.error.empty() ? std::nullopt : std::optional(track.error));
    json.key("notes").beginArray();
    for (const std::string& note : notesOn(track)) json.value(note);
    json.endArray();
    const auto& chosen = c.queryTracks.chosen;
    const bool own = chosen && chosen->number == track.number;
    json.member("selected", own ? std::optional(chosen->row) : std::nullopt);
  });
}

// Those that are joined; none where one is open.
void writeTraces(JsonWriter& json, const ui::WindowState& c, const TraceIndex& index) {
  json.objects(index.info().parts, [&](const TracePart& part) {
    writePart(json, part);
    const Stretch* stretch = ui::stretchOfTrace(c, part.number);
    json.member("stretch", stretch != nullptr ? std::optional(factorOf(*stretch)) : std::nullopt);
    json.member("heading", numberOf(index, index.tracks().find(headingOfTrace(part.number))));
  });
}

// A line about the selection; empty if there is none.
std::string lineOfSelection(const ui::Context& c) {
  if (!c.selection) return {};
  const Mark& mark = c.selection->mark;
  std::string text(c.index().names().view(mark.name));
  if (mark.aggregate()) text = ui::countText(mark.count) + " short slices";
  if (ui::isLoss(mark)) {
    text = ui::markName(c.names, mark);
    if (const auto& gap = c.around.gap())
      text += ", nothing recorded for " + ui::durationText(gap->duration(), c.clock());
  } else {
    text += mark.aggregate() || (mark.flags & kMarkNoDuration) == 0 ? ", " : ", drawn for ";
    text += ui::durationText(mark.duration(), c.clock(), ui::selectionBound(c, c.session));
  }
  return text + ", at " + ui::durationText(mark.begin - c.timesFrom(), c.clock()) + ", on " +
         ui::trackPath(c.index(), c.selection->track);
}

void writeSelection(JsonWriter& json, const ui::App& app, const TraceIndex& index) {
  const auto& selection = app.selection();
  if (!selection) return json.value(nullptr);
  json.beginObject();
  json.member("track", numberOf(index, selection->track));
  const Mark& mark = selection->mark;
  json.member("name",
              ui::isLoss(mark) ? ui::markName(app.context().names, mark) : std::string(index.names().view(mark.name)));
  json.member("begin", std::to_string(selection->mark.begin));
  json.member("end", std::to_string(selection->mark.end));
  json.member("depth", selection->mark.depth);
  json.member("count", selection->mark.count);
  json.member("text", lineOfSelection(app.context()));
  json.endObject();
}

// Times are text, since JavaScript's numbers do not have all of them.
std::vector<std::string> timesText(Time begin, Time end) {
  return {std::to_string(begin), std::to_string(end)};
}

// The window: what is marked, selected and shown in it.
void writeView(JsonWriter& json, ui::App& app, const TraceIndex& index) {
  json.member("visible", timesText(app.visibleBegin(), app.visibleEnd()));
  const auto& marked = app.context().range;
  json.member("marked", marked ? std::optional(timesText(marked->first, marked->second)) : std::nullopt);
  json.key("selection");
  writeSelection(json, app, index);
  json.key("markedRange");
  writeRange(json, app);
  json.key("markers");
  writeMarkers(json, app.markers());
  json.key("queryTracks");
  writeQueryTracks(json, app.context());
  json.member("trackSort", ui::sortName(app.choice().sort));
  json.member("trackFilter", app.choice().filter);
  json.member("colourBy", ui::colourName(app.colourBy()));
  json.member("panel", app.context().drawerOpen ? std::optional<std::string_view>(app.context().tab.id) : std::nullopt);
  json.member("overlay", overlayName(app.context()));
  const NameId function = app.context().function;
  json.member("function", function != kNoName ? std::optional(index.names().told(function, true)) : std::nullopt);
  json.key("slices");
  writeSlices(json, app.context());
  json.member("exporting", ui::isExporting(app.context()));
  json.member("rowHeight", app.choice().callHeight);
}

// What the program needs: time and memory.
void writeCosts(JsonWriter& json, const Session& session, const ui::App& app, const PageTimes& times) {
  const ui::App::FrameInfo frame = app.frameInfo();
  json.key("frame").beginObject();
  json.member("count", frame.count);
  json.member("cpuMs", frame.cpuMs);
  json.endObject();
  json.key("memory").beginObject();
  json.member("indexBytes", session.index().memoryBytes());
  json.member("cacheBytes", session.cacheBytes());
  json.endObject();
  json.key("times").beginObject();
  json.member("firstPixels", number(times.firstPixels));
  json.member("ready", number(times.ready));
  json.endObject();
}

}  // namespace

std::string stateJson(const Session& session, ui::App& app, const PageTimes& times) {
  app.catchUp();
  const TraceIndex& index = session.index();
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  json.member("phase", phaseName(session.phase()));
  json.member("opened", session.opening());
  json.member("progress", number(session.progress().fraction()));
  json.member("format", index.info().format);
  json.member("name", session.name());
  json.member("error", session.error());
  json.key("counts");
  writeCounts(json, index);
  json.key("traces");
  writeTraces(json, app.context(), index);
  json.member("range", timesText(index.begin(), index.end()));
  const TimeBounds drawn = ui::drawnBounds(app.context(), index);
  json.member("drawnRange", timesText(drawn.begin, drawn.end));
  if (const std::optional<Time> origin = index.origin()) json.member("cutFrom", std::to_string(*origin));
  writeView(json, app, index);
  writeCosts(json, session, app, times);
  json.member("waiting", session.waiting());
  json.key("changed").beginArray();
  for (const FileChange& one : session.changes()) json.value(one.text());
  json.endArray();
  json.member("notice", app.context().noticeNow());
  json.member("problem", app.context().problem);
  const ui::FocusStop* focus = app.context().focus.shown();
  json.member("focus", focus != nullptr ? focus->label : std::string());
  json.key("settings").raw(ui::writeSettings(app.context().settings));
  json.endObject();
  return out;
}

std::string tracksJson(const Session& session, ui::App& app) {
  app.catchUp();
  std::string out;
  JsonWriter json(out);
  json.objects(app.trackViews(), [&](const ui::App::TrackView& view) {
    const Track& track = session.index().tracks()[view.id];
    json.member("id", numberOf(session.index(), view.id));
    json.member("parent", numberOf(session.index(), view.parent));
    json.member("kind", trackKindName(track.key.kind));
    json.member("name", view.name);
    json.member("detail", view.detail);
    if (track.key.pid >= 0) json.member("pid", track.key.pid);
    if (track.key.tid >= 0) json.member("tid", track.key.tid);
    if (track.key.cpu >= 0) json.member("cpu", track.key.cpu);
    json.member("collapsed", view.collapsed);
    json.member("pinned", view.pinned);
    json.member("hidden", view.hidden);
    json.member("y", view.y);
    json.member("top", view.top);
    json.member("height", view.height);
    json.member("drawn", view.drawn);
  });
  return out;
}

}  // namespace tp::wasm
