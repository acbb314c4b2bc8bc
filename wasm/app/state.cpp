#include "wasm/app/state.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/export/folded_stacks.h"
#include "core/export/info_text.h"
#include "core/export/scheduling_text.h"
#include "core/text/visible_text.h"
#include "core/trace/track_number.h"
#include "ui/app/commands.h"
#include "ui/timeline/track_commands.h"
#include "ui/view/calls.h"
#include "ui/view/slice_colours.h"
#include "wasm/app/actions_state.h"
#include "wasm/app/events_state.h"
#include "wasm/app/flame_state.h"
#include "wasm/app/panel_table.h"
#include "wasm/app/sandwich_state.h"

namespace tp::wasm {
namespace {

using Json = nlohmann::ordered_json;

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

// As scripts call it; null for none.
Json trackJson(const TraceIndex& index, TrackId track) {
  if (track >= index.tracks().size()) return nullptr;
  return trackNumber(index.tracks()[track].key);
}

Json trackJson(const TraceIndex& index, const std::vector<TrackId>& tracks) {
  Json all = Json::array();
  for (TrackId track : tracks) all.push_back(trackJson(index, track));
  return all;
}

std::string text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// As it is drawn: for what says beside the canvas what is on it.
std::string shown(const std::string& words) {
  return visibleLines(words, Backslash::Kept);
}

template <class T>
Json shown(const std::vector<T>& list) {
  Json json = Json::array();
  for (const T& one : list) json.push_back(shown(one));
  return json;
}

// Calls within the range, and on the tracks, that the arguments ask for.
CallScope askedScope(const Session& session, const std::vector<std::string>& args, bool stacks) {
  CallScope scope;
  scope.stacks = stacks;
  scope.functions = !stacks;
  if (args.size() < 2) return scope;
  scope.begin = std::strtoll(args[0].c_str(), nullptr, 10);
  scope.end = std::strtoll(args[1].c_str(), nullptr, 10);
  for (size_t i = 2; i < args.size(); ++i)
    scope.tracks.push_back(findTrackNumber(session.index().tracks(), std::strtoull(args[i].c_str(), nullptr, 10)));
  return scope;
}

// True when the functions are those that the arguments ask for; else they are on their way.
bool functionsAsked(Session& session, const std::vector<std::string>& args) {
  const CallScope scope = askedScope(session, args, false);
  if (session.callsProgress() < 1) return false;
  if (session.calls() != nullptr && ui::answers(session.calls()->scope, scope)) return true;
  session.requestCalls(scope);
  return false;
}

// Of what scripts ask for, which need not be what is shown.
struct AskedStacks {
  ui::StacksAnswers answers{JobKind::CallTree};
};

// Of what scripts ask for, which need not be what is shown.
struct AskedScheduling {
  ui::SchedulingAnswer answer;
};

// What the details of the selection lead to, and where on the screen.
Json detailsJson(const Session& session, const ui::App& app, std::string_view kind) {
  const Description* description = session.description();
  const ui::DetailsPlaces& places = app.detailsPlaces();
  auto placed = [](Json json, const std::vector<ImVec2>& at, size_t i) {
    if (i < at.size()) json["x"] = at[i].x, json["y"] = at[i].y;
    return json;
  };
  if (kind == "around") {
    Json callers = Json::array();
    const std::vector<Mark>& marks = app.around().callers();
    for (size_t i = 0; i < marks.size(); ++i)
      callers.push_back(placed({{"name", std::string(session.index().names().view(marks[i].name))},
                                {"begin", std::to_string(marks[i].begin)},
                                {"end", std::to_string(marks[i].end)}},
                               places.callers, i));
    return {{"callers", callers}, {"children", app.around().children()}};
  }
  if (description == nullptr || !description->answered) return nullptr;
  Json fields = Json::array();
  for (size_t i = 0; i < description->fields.size(); ++i) {
    const Description::Field& field = description->fields[i];
    fields.push_back(placed({{"event", field.event}, {"field", field.field}, {"text", field.text}, {"end", field.end}},
                            places.plots, i));
  }
  return fields;
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

std::string queryJson(Session& session, ui::App& app, std::string_view kind, const std::vector<std::string>& args) {
  app.catchUp();
  if (kind == "events") return eventsJson(app.context(), args);
  if (kind == "search") return searchJson(app.context());
  if (kind == "flame") return flameJson(app.context());
  if (kind == "sandwich") return sandwichJson(app.context());
  if (kind == "actions") return actionsJson(app.context());
  if (kind == "gestures") return gesturesJson();
  if (kind == "controls") return controlsJson(app.context());
  if (kind == "palette") return paletteJson(app.context());
  const TraceIndex& index = session.index();
  Json json;
  if (kind == "scheduling") {
    SchedulingScope scope;
    if (args.size() == 2)
      scope = {std::strtoll(args[0].c_str(), nullptr, 10), std::strtoll(args[1].c_str(), nullptr, 10)};
    const Scheduling* found = app.context().memory.of<AskedScheduling>().answer.want(session, scope);
    return found != nullptr ? schedulingJson(*found, index) : text(json);
  }
  if (kind == "info" && session.phase() == Phase::Ready) return infoJson(index, session.name(), session.cacheBytes());
  if (kind == "fields" || kind == "around") return text(detailsJson(session, app, kind));
  if (kind == "plots") {
    json = Json::array();
    for (const auto& plot : app.plots().shown())
      json.push_back(
          {{"name", plot->spec().name()}, {"samples", plot->samples()}, {"tracks", trackJson(index, plot->tracks())}});
    return text(json);
  }
  if (kind == "functions" && functionsAsked(session, args)) {
    json = Json::array();
    for (const FunctionStats& row : session.calls()->functions.rows) {
      Json figures;
      // As `tracepane functions --signatures` prints it.
      figures["name"] = std::string(index.names().told(row.name, true));
      for (const FunctionColumn& column : kFunctionColumns)
        figures[std::string(column.key)] = figureOf(row, column.figure);
      figures["openTotal"] = row.openTotal;
      figures["openSelf"] = row.openSelf;
      const FunctionTable& table = session.calls()->functions;
      for (size_t i = 0; i < std::min(table.traces, index.info().parts.size()); ++i) {
        const TraceFigures& own = table.of(row, i);
        figures["traces"].push_back(
            {{"trace", index.info().parts[i].name}, {"calls", own.calls}, {"total", own.total}, {"self", own.self}});
      }
      json.push_back(std::move(figures));
    }
  } else if (kind == "glyphs") {
    // Of letters that the page's fonts do not have: whether they are boxes, and what tells the picture of one from
    // another's.
    json = Json::array();
    for (const auto& [letter, drawn] : app.context().fonts.fallback->drawn())
      json.push_back({{"codepoint", letter}, {"boxed", drawn.boxed}, {"picture", std::to_string(drawn.hash)}});
  } else if (kind == "callTree") {
    ui::Context& c = app.context();
    StackQuery query;
    query.scope = askedScope(session, args, true);
    const auto found = c.memory.of<AskedStacks>().answers.want(c, query, true);
    if (found == nullptr) return "null";
    json = Json::array();
    foldStacks(
        found->tree(), false, StackValue::Self, [&](NameId name, bool) { return index.names().told(name, true); },
        [&](std::string_view line) { json.push_back(std::string(line)); });
  } else if (kind == "warnings") {
    json = Json::array();
    for (const Warning& warning : index.warnings()) json.push_back(warning.text());
  } else if (kind == "warning" && app.context().warning.chosen() >= 0) {
    const ui::ChosenWarning& chosen = app.context().warning;
    const Warning& warning = index.warnings()[static_cast<size_t>(chosen.chosen())];
    json = {{"number", chosen.chosen() + 1}, {"file", warning.file}, {"offset", nullptr}, {"place", nullptr}};
    if (warning.offset != kNoOffset) json["offset"] = warning.offset;
    if (const OffsetPlace* place = chosen.place(); place != nullptr && place->track != kNoTrack)
      json["place"] = {
          {"track", trackJson(index, place->track)}, {"time", std::to_string(place->time)}, {"offset", place->offset}};
  } else if (kind == "description" && session.description() != nullptr && session.description()->answered) {
    json = Json::object();
    for (const auto& [label, words] : session.description()->rows) json[label] = words;
  } else if (kind == "links" && session.description() != nullptr && session.description()->answered) {
    json = Json::array();
    for (const Description::Link& link : session.description()->links)
      json.push_back({{"label", link.label},
                      {"track", trackJson(index, link.track)},
                      {"time", std::to_string(link.time)},
                      {"depth", link.depth},
                      {"name", link.name}});
  }
  // How any text is drawn.
  if (kind == "shown" && args.size() == 1) json = shown(args[0]);
  if (kind == "panel") {
    json = Json::array();
    for (const PanelTable& table : panelTables(app.context()))
      json.push_back({{"title", shown(table.title)}, {"head", shown(table.head)}, {"rows", shown(table.rows)}});
  }
  return text(json);
}

}  // namespace tp::wasm
