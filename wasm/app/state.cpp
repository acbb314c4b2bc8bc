#include "wasm/app/state.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "ui/app/commands.h"
#include "ui/timeline/track_commands.h"
#include "ui/view/slice_colours.h"
#include "wasm/app/json.h"
#include "wasm/app/panel_table.h"

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

Json number(double value) {
  return value < 0 ? Json(nullptr) : Json(value);
}

// What lies over everything else.
Json overlayName(const ui::Context& c) {
  if (c.palette.open) return "palette";
  if (c.settingsOpen) return "settings";
  return c.help ? Json("keys") : Json(nullptr);
}

Json rangeJson(const ui::App& app) {
  if (!app.range()) return nullptr;
  Json tracks = trackJson(app.context().index(), app.range()->tracks);
  std::sort(tracks.begin(), tracks.end());
  return {
      {"begin", std::to_string(app.range()->first)}, {"end", std::to_string(app.range()->second)}, {"tracks", tracks}};
}

Json markersJson(const ui::Markers& markers) {
  Json all = Json::array();
  const ui::Marker* selected = markers.selected();
  for (const ui::Marker& marker : markers.all())
    all.push_back(
        {{"number", marker.number}, {"time", std::to_string(marker.time)}, {"selected", &marker == selected}});
  for (const ui::KeptRange& range : markers.ranges())
    all.push_back(
        {{"number", range.number}, {"begin", std::to_string(range.begin)}, {"end", std::to_string(range.end)}});
  return all;
}

// Those that are joined; none where one is open.
Json tracesJson(const TraceIndex& index) {
  Json all = Json::array();
  for (const TracePart& part : index.info().parts)
    all.push_back({{"number", part.number},
                   {"name", part.name},
                   {"format", part.format},
                   {"clock", part.clock.name},
                   {"alignment", part.alignment},
                   {"shift", std::to_string(part.shift)},
                   {"heading", trackJson(index, index.tracks().find(headingOfTrace(part.number)))}});
  return all;
}

}  // namespace

std::string stateJson(const Session& session, ui::App& app, const PageTimes& times) {
  app.catchUp();
  const TraceIndex& index = session.index();
  Json json;
  json["phase"] = phaseName(session.phase());
  json["opened"] = session.opening();
  json["progress"] = number(session.progress().fraction());
  json["format"] = index.info().format;
  json["name"] = session.name();
  json["error"] = session.error();
  json["counts"] = {{"records", index.records()},
                    {"tracks", index.tracks().size()},
                    {"threads", index.countTracks(TrackKind::Thread)},
                    {"cpus", index.info().cpus},
                    {"warnings", index.warningCount()}};
  json["traces"] = tracesJson(index);
  json["range"] = {std::to_string(index.begin()), std::to_string(index.end())};
  json["visible"] = {std::to_string(app.visibleBegin()), std::to_string(app.visibleEnd())};
  json["marked"] = nullptr;
  if (const auto& marked = app.context().range)
    json["marked"] = {std::to_string(marked->first), std::to_string(marked->second)};
  json["selection"] = nullptr;
  if (const auto& selection = app.selection()) {
    json["selection"] = {{"track", trackJson(index, selection->track)},
                         {"name", std::string(index.names().view(selection->mark.name))},
                         {"begin", std::to_string(selection->mark.begin)},
                         {"end", std::to_string(selection->mark.end)},
                         {"depth", selection->mark.depth},
                         {"count", selection->mark.count},
                         {"text", selectionText(app.context())}};
  }
  json["markedRange"] = rangeJson(app);
  json["markers"] = markersJson(app.markers());
  json["trackSort"] = ui::sortName(app.choice().sort);
  json["trackFilter"] = app.choice().filter;
  json["colourBy"] = ui::colourName(app.colourBy());
  json["panel"] = app.context().drawerOpen ? Json(std::string(ui::tabName(app.context().tab))) : Json(nullptr);
  json["overlay"] = overlayName(app.context());
  json["function"] = nullptr;
  if (NameId function = app.context().function; function != kNoName)
    json["function"] = std::string(index.names().told(function, true));
  json["exporting"] = app.context().exporting != nullptr;
  json["rowHeight"] = app.choice().callHeight;
  ui::App::FrameInfo frame = app.frameInfo();
  json["frame"] = {{"count", frame.count}, {"cpuMs", frame.cpuMs}};
  json["memory"] = {{"indexBytes", index.memoryBytes()}, {"cacheBytes", session.cacheBytes()}};
  json["times"] = {{"firstPixels", number(times.firstPixels)}, {"ready", number(times.ready)}};
  json["waiting"] = session.waiting();
  json["changed"] = Json::array();
  for (const FileChange& one : session.changes()) json["changed"].push_back(one.text());
  json["notice"] = app.context().noticeNow();
  json["settings"] = Json::parse(ui::writeSettings(app.context().settings));
  return text(json);
}

std::string tracksJson(const Session& session, ui::App& app) {
  app.catchUp();
  Json all = Json::array();
  for (const ui::App::TrackView& view : app.trackViews()) {
    const Track& track = session.index().tracks()[view.id];
    Json json;
    json["id"] = trackJson(session.index(), view.id);
    json["parent"] = trackJson(session.index(), view.parent);
    json["kind"] = trackKindName(track.key.kind);
    json["name"] = view.name;
    json["detail"] = view.detail;
    if (track.key.pid >= 0) json["pid"] = track.key.pid;
    if (track.key.tid >= 0) json["tid"] = track.key.tid;
    if (track.key.cpu >= 0) json["cpu"] = track.key.cpu;
    json["collapsed"] = view.collapsed;
    json["pinned"] = view.pinned;
    json["hidden"] = view.hidden;
    json["y"] = view.y;
    json["top"] = view.top;
    json["height"] = view.height;
    json["drawn"] = view.drawn;
    all.push_back(std::move(json));
  }
  return text(all);
}

}  // namespace tp::wasm
