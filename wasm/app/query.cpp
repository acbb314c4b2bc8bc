#include "wasm/app/query.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

#include "core/export/folded_stacks.h"
#include "core/export/info_text.h"
#include "core/export/scheduling_text.h"
#include "core/text/visible_text.h"
#include "ui/view/calls.h"
#include "wasm/app/actions_state.h"
#include "wasm/app/events_state.h"
#include "wasm/app/flame_state.h"
#include "wasm/app/json.h"
#include "wasm/app/panel_table.h"
#include "wasm/app/sandwich_state.h"

namespace tp::wasm {
namespace {

using Answer = std::optional<std::string>;
using Args = std::vector<std::string>;

constexpr auto kPending = std::nullopt;
constexpr const char* kNothing = "null";

// Whoever asks for something of a trace that is being opened waits for it.
bool isComing(const Session& session) {
  return session.phase() == Phase::Opening || session.phase() == Phase::Indexing;
}

Time timeOf(const std::string& text) {
  return std::strtoll(text.c_str(), nullptr, 10);
}

// The calls within the range, and on the tracks, that the arguments name; without arguments, all.
CallScope scopeOf(const Session& session, const Args& args, bool stacks) {
  CallScope scope;
  scope.stacks = stacks;
  scope.functions = !stacks;
  if (args.size() < 2) return scope;
  scope.begin = timeOf(args[0]);
  scope.end = timeOf(args[1]);
  for (size_t i = 2; i < args.size(); ++i)
    scope.tracks.push_back(findTrackNumber(session.index().tracks(), std::strtoull(args[i].c_str(), nullptr, 10)));
  return scope;
}

// What scripts have asked for last, which need not be what a panel shows.
struct AskedCalls {
  uint64_t opening = 0;  // Session::opening() that it is of
  std::shared_ptr<CallsQuestion> question;

  // Null while it is computed.
  const Calls* want(Session& session, const CallScope& scope) {
    if (opening != session.opening()) *this = {session.opening(), nullptr};
    if (question && question->done() && ui::answers(question->scope(), scope)) return &question->calls();
    if (session.working(JobKind::CallTable)) return nullptr;
    question = std::make_shared<CallsQuestion>(scope, 0, JobKind::CallTable);
    session.ask(question);
    return nullptr;
  }
};

struct AskedStacks {
  ui::StacksAnswers answers{JobKind::CallTree};
};

struct AskedScheduling {
  ui::SchedulingAnswer answer;
};

Json functionJson(const FunctionTable& table, const FunctionStats& row, const TraceIndex& index) {
  Json json;
  // As `tracepane functions --signatures` prints it.
  json["name"] = std::string(index.names().told(row.name, true));
  for (const FunctionColumn& column : kFunctionColumns) json[std::string(column.key)] = figureOf(row, column.figure);
  json["openTotal"] = row.openTotal;
  json["openSelf"] = row.openSelf;
  for (size_t i = 0; i < std::min(table.traces, index.info().parts.size()); ++i) {
    const TraceFigures& own = table.of(row, i);
    json["traces"].push_back(
        {{"trace", index.info().parts[i].name}, {"calls", own.calls}, {"total", own.total}, {"self", own.self}});
  }
  return json;
}

Answer functions(Session& session, ui::App& app, const Args& args) {
  if (session.phase() != Phase::Ready) return isComing(session) ? Answer(kPending) : kNothing;
  const Calls* calls = app.context().memory.of<AskedCalls>().want(session, scopeOf(session, args, false));
  if (calls == nullptr) return kPending;
  Json all = Json::array();
  for (const FunctionStats& row : calls->functions.rows)
    all.push_back(functionJson(calls->functions, row, session.index()));
  return text(all);
}

Answer callTree(Session& session, ui::App& app, const Args& args) {
  if (session.phase() != Phase::Ready) return isComing(session) ? Answer(kPending) : kNothing;
  ui::Context& c = app.context();
  StackQuery query;
  query.scope = scopeOf(session, args, true);
  const auto found = c.memory.of<AskedStacks>().answers.want(c, query, true);
  if (found == nullptr) return kPending;
  Json lines = Json::array();
  foldStacks(
      found->tree(), false, StackValue::Self, [&](NameId name, bool) { return c.index().names().told(name, true); },
      [&](std::string_view line) { lines.push_back(std::string(line)); });
  return text(lines);
}

Answer scheduling(Session& session, ui::App& app, const Args& args) {
  if (session.phase() != Phase::Ready) return isComing(session) ? Answer(kPending) : kNothing;
  SchedulingScope scope;
  if (args.size() == 2) scope = {timeOf(args[0]), timeOf(args[1])};
  const Scheduling* found = app.context().memory.of<AskedScheduling>().answer.want(session, scope);
  return found != nullptr ? Answer(schedulingJson(*found, session.index())) : kPending;
}

Answer info(Session& session, ui::App&, const Args&) {
  if (session.phase() != Phase::Ready) return isComing(session) ? Answer(kPending) : kNothing;
  return infoJson(session.index(), session.name(), session.cacheBytes());
}

Answer warnings(Session& session, ui::App&, const Args&) {
  Json all = Json::array();
  for (const Warning& warning : session.index().warnings()) all.push_back(warning.text());
  return text(all);
}

Answer chosenWarning(Session& session, ui::App& app, const Args&) {
  const ui::ChosenWarning& chosen = app.context().warning;
  if (chosen.chosen() < 0) return kNothing;
  const Warning& warning = session.index().warnings()[static_cast<size_t>(chosen.chosen())];
  Json json = {{"number", chosen.chosen() + 1}, {"file", warning.file}, {"offset", nullptr}, {"place", nullptr}};
  if (warning.offset != kNoOffset) json["offset"] = warning.offset;
  if (const OffsetPlace* place = chosen.place(); place != nullptr && place->track != kNoTrack)
    json["place"] = {{"track", trackJson(session.index(), place->track)},
                     {"time", std::to_string(place->time)},
                     {"offset", place->offset}};
  return text(json);
}

Answer plots(Session& session, ui::App& app, const Args&) {
  Json all = Json::array();
  for (const auto& plot : app.plots().shown())
    all.push_back({{"name", plot->spec().name()},
                   {"samples", plot->samples()},
                   {"tracks", trackJson(session.index(), plot->tracks())}});
  return text(all);
}

// Null where nothing is selected, and of an aggregate of several slices; not there yet: `answered` is false.
const Description* described(const Session& session, const ui::App& app) {
  const auto& selection = app.selection();
  return selection && !selection->mark.aggregate() ? session.description() : nullptr;
}

Answer description(Session& session, ui::App& app, const Args&) {
  const Description* found = described(session, app);
  if (found == nullptr) return kNothing;
  if (!found->answered) return kPending;
  Json json = Json::object();
  // A label may stand for several lines.
  for (const DetailRow& row : found->rows)
    json[row.label] = json.contains(row.label) ? json[row.label].get<std::string>() + '\n' + row.text : row.text;
  return text(json);
}

Answer links(Session& session, ui::App& app, const Args&) {
  const Description* found = described(session, app);
  if (found == nullptr) return kNothing;
  if (!found->answered) return kPending;
  Json all = Json::array();
  for (const Description::Link& link : found->links)
    all.push_back({{"label", link.label},
                   {"track", trackJson(session.index(), link.track)},
                   {"time", std::to_string(link.time)},
                   {"depth", link.depth},
                   {"name", link.name}});
  return text(all);
}

// With the place on the screen where the panel of details has drawn it.
Json placed(Json json, const std::vector<ImVec2>& at, size_t i) {
  if (i < at.size()) json["x"] = at[i].x, json["y"] = at[i].y;
  return json;
}

Answer fields(Session& session, ui::App& app, const Args&) {
  const Description* found = described(session, app);
  if (found == nullptr) return kNothing;
  if (!found->answered) return kPending;
  Json all = Json::array();
  for (size_t i = 0; i < found->fields.size(); ++i) {
    const Description::Field& field = found->fields[i];
    all.push_back(placed({{"event", field.event}, {"field", field.field}, {"text", field.text}, {"end", field.end}},
                         app.detailsPlaces().plots, i));
  }
  return text(all);
}

Answer around(Session& session, ui::App& app, const Args&) {
  Json callers = Json::array();
  const std::vector<Mark>& marks = app.around().callers();
  for (size_t i = 0; i < marks.size(); ++i)
    callers.push_back(placed({{"name", std::string(session.index().names().view(marks[i].name))},
                              {"begin", std::to_string(marks[i].begin)},
                              {"end", std::to_string(marks[i].end)}},
                             app.detailsPlaces().callers, i));
  return text({{"callers", callers}, {"children", app.around().children()}});
}

// As it is drawn, with everything spelled out that cannot be seen.
std::string shownText(const std::string& words) {
  return visibleLines(words, Backslash::Kept);
}

template <class T>
Json shownText(const std::vector<T>& list) {
  Json json = Json::array();
  for (const T& one : list) json.push_back(shownText(one));
  return json;
}

Answer shown(Session&, ui::App&, const Args& args) {
  return args.size() == 1 ? text(shownText(args[0])) : kNothing;
}

Answer panel(Session&, ui::App& app, const Args&) {
  Json all = Json::array();
  for (const PanelTable& table : panelTables(app.context()))
    all.push_back(
        {{"title", shownText(table.title)}, {"head", shownText(table.head)}, {"rows", shownText(table.rows)}});
  return text(all);
}

// Letters that the page's fonts do not have: whether they are boxes, and a hash that tells their pictures apart.
Answer glyphs(Session&, ui::App& app, const Args&) {
  Json all = Json::array();
  for (const auto& [letter, drawn] : app.context().fonts.fallback->drawn())
    all.push_back({{"codepoint", letter}, {"boxed", drawn.boxed}, {"picture", std::to_string(drawn.hash)}});
  return text(all);
}

struct Kind {
  std::string_view name;
  Answer (*answer)(Session& session, ui::App& app, const Args& args);
};

constexpr Kind kKinds[] = {
    {"actions", [](Session&, ui::App& app, const Args&) { return Answer(actionsJson(app.context())); }},
    {"around", around},
    {"callTree", callTree},
    {"controls", [](Session&, ui::App& app, const Args&) { return Answer(controlsJson(app.context())); }},
    {"description", description},
    {"events", [](Session&, ui::App& app, const Args& args) { return eventsJson(app.context(), args); }},
    {"fields", fields},
    {"flame", [](Session&, ui::App& app, const Args&) { return flameJson(app.context()); }},
    {"functions", functions},
    {"gestures", [](Session&, ui::App&, const Args&) { return Answer(gesturesJson()); }},
    {"glyphs", glyphs},
    {"info", info},
    {"links", links},
    {"palette", [](Session&, ui::App& app, const Args&) { return Answer(paletteJson(app.context())); }},
    {"panel", panel},
    {"plots", plots},
    {"sandwich", [](Session&, ui::App& app, const Args&) { return sandwichJson(app.context()); }},
    {"scheduling", scheduling},
    {"search", [](Session&, ui::App& app, const Args&) { return searchJson(app.context()); }},
    {"shown", shown},
    {"warning", chosenWarning},
    {"warnings", warnings},
};

}  // namespace

std::optional<std::string> queryJson(Session& session, ui::App& app, std::string_view kind,
                                     const std::vector<std::string>& args) {
  app.catchUp();
  for (const Kind& one : kKinds)
    if (one.name == kind) return one.answer(session, app, args);
  return kNothing;
}

}  // namespace tp::wasm
