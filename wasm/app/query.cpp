#include "wasm/app/query.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

#include "core/export/folded_stacks.h"
#include "core/export/function_text.h"
#include "core/export/info_text.h"
#include "core/export/scheduling_text.h"
#include "core/text/json_writer.h"
#include "core/text/visible_text.h"
#include "ui/app/panels.h"
#include "ui/panels/scheduling_panel.h"
#include "ui/view/calls.h"
#include "wasm/app/actions_state.h"
#include "wasm/app/calls_state.h"
#include "wasm/app/events_state.h"
#include "wasm/app/slices_state.h"
#include "wasm/app/sql_state.h"
#include "wasm/app/track_numbers.h"

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

Answer functions(Session& session, ui::App& app, const Args& args) {
  if (session.phase() != Phase::Ready) return isComing(session) ? Answer(kPending) : kNothing;
  const Calls* calls = app.context().memory.of<AskedCalls>().want(session, scopeOf(session, args, false));
  if (calls == nullptr) return kPending;
  std::string out;
  JsonWriter json(out);
  const TraceIndex& index = session.index();
  json.objects(calls->functions.rows, [&](const FunctionStats& row) {
    functionMembers(json, calls->functions, row, index.names(), index.info().parts);
  });
  return out;
}

Answer callTree(Session& session, ui::App& app, const Args& args) {
  if (session.phase() != Phase::Ready) return isComing(session) ? Answer(kPending) : kNothing;
  ui::Context& c = app.context();
  StackQuery query;
  query.scope = scopeOf(session, args, true);
  const auto found = c.memory.of<AskedStacks>().answers.want(session, query, true);
  if (found == nullptr) return kPending;
  std::string out;
  JsonWriter json(out);
  json.beginArray();
  foldStacks(
      found->tree(), false, StackValue::Self, [&](NameId name, bool) { return c.index().names().told(name, true); },
      [&](std::string_view line) { json.value(line); });
  json.endArray();
  return out;
}

Answer scheduling(Session& session, ui::App& app, const Args& args) {
  if (session.phase() != Phase::Ready) return isComing(session) ? Answer(kPending) : kNothing;
  SchedulingScope scope;
  if (args.size() == 2) scope = {timeOf(args[0]), timeOf(args[1])};
  const Scheduling* found = app.context().memory.of<AskedScheduling>().answer.want(session, scope, {});
  return found != nullptr ? Answer(schedulingJson(*found, session.index())) : kPending;
}

// What the panel lists.
Answer latencies(Session& session, ui::App& app, const Args&) {
  ui::Context& c = app.context();
  const Scheduling* found = c.scheduling.last();
  if (session.phase() != Phase::Ready || found == nullptr) return kNothing;
  const bool all = c.schedulingView.latencies.all();
  if (!all && c.schedulingView.latencies != found->filter) return kPending;
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  json.member("of", ui::latenciesText(c, c.index(), *found));
  json.member("count", all ? found->latencyCount : found->filteredCount);
  json.key("listed");
  writeLatencies(json, ui::listedLatencies(c, *found), session.index());
  json.endObject();
  return out;
}

Answer info(Session& session, ui::App&, const Args&) {
  if (session.phase() != Phase::Ready) return isComing(session) ? Answer(kPending) : kNothing;
  return infoJson(session.index(), session.name(), session.cacheBytes());
}

Answer warnings(Session& session, ui::App&, const Args&) {
  std::string out;
  JsonWriter json(out);
  json.beginArray();
  for (const Warning& warning : session.index().warnings()) json.value(warning.text());
  json.endArray();
  return out;
}

Answer chosenWarning(Session& session, ui::App& app, const Args&) {
  const ui::ChosenWarning& chosen = app.context().warning;
  if (chosen.chosen() < 0) return kNothing;
  const Warning& warning = session.index().warnings()[static_cast<size_t>(chosen.chosen())];
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  json.member("number", chosen.chosen() + 1);
  json.member("file", warning.file);
  json.member("offset", warning.offset != kNoOffset ? std::optional(warning.offset) : std::nullopt);
  json.key("place");
  if (const OffsetPlace* place = chosen.place(); place != nullptr && place->track != kNoTrack) {
    json.beginObject();
    json.member("track", numberOf(session.index(), place->track));
    json.member("time", std::to_string(place->time));
    json.member("offset", place->offset);
    json.endObject();
  } else {
    json.value(nullptr);
  }
  json.endObject();
  return out;
}

Answer plots(Session& session, ui::App& app, const Args&) {
  std::string out;
  JsonWriter json(out);
  json.objects(app.plots().shown(), [&](const auto& plot) {
    json.member("name", plot->spec().name());
    json.member("samples", plot->samples());
    json.member("tracks", numbersOf(session.index(), plot->tracks()));
  });
  return out;
}

void writeSeries(JsonWriter& json, const ui::DurationSeries& series) {
  json.member("name", series.spec.name);
  json.member("kind", sliceKindName(series.spec.query.kind));
  json.member("filter", series.spec.query.filter);
  json.member("done", series.answered());
  if (!series.answered()) return;
  const ui::PlottedPoints::Run all = series.points.all();
  json.member("calls", series.question->listed().count);
  json.member("unknown", series.question->listed().unknown);
  json.member("points", series.points.size());
  json.member("window", series.question->window());
  json.member("least", series.points[all.shortest].duration);
  json.member("greatest", series.points[all.longest].duration);
  json.member("greatestAt", std::to_string(series.points[all.longest].begin));
}

Answer durations(Session& session, ui::App& app, const Args&) {
  std::string out;
  JsonWriter json(out);
  json.objects(app.context().durations.all(), [&](const ui::DurationTrack& track) {
    json.member("number", track.number);
    json.member("track", numberOf(session.index(), track.track));
    json.member("scale", track.linear ? "linear" : "log");
    json.key("plots").objects(track.series, [&](const ui::DurationSeries& series) { writeSeries(json, series); });
  });
  return out;
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
  // A label may stand for several lines.
  std::vector<std::pair<std::string, std::string>> members;
  for (const DetailRow& row : found->rows) {
    auto same = std::find_if(members.begin(), members.end(), [&](const auto& one) { return one.first == row.label; });
    if (same == members.end()) {
      members.emplace_back(row.label, row.text);
    } else {
      (same->second += '\n') += row.text;
    }
  }
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  for (const auto& [label, words] : members) json.member(label, words);
  json.endObject();
  return out;
}

Answer links(Session& session, ui::App& app, const Args&) {
  const Description* found = described(session, app);
  if (found == nullptr) return kNothing;
  if (!found->answered) return kPending;
  std::string out;
  JsonWriter json(out);
  json.objects(found->links, [&](const Description::Link& link) {
    json.member("label", link.label);
    json.member("track", numberOf(session.index(), link.track));
    json.member("time", std::to_string(link.time));
    json.member("depth", link.depth);
    json.member("name", link.name);
  });
  return out;
}

// Writes the place on the screen where the panel of details has drawn the `i`th, if it has.
void writePlace(JsonWriter& json, const std::vector<ImVec2>& at, size_t i) {
  if (i >= at.size()) return;
  json.member("x", at[i].x);
  json.member("y", at[i].y);
}

Answer fields(Session& session, ui::App& app, const Args&) {
  const Description* found = described(session, app);
  if (found == nullptr) return kNothing;
  if (!found->answered) return kPending;
  std::string out;
  JsonWriter json(out);
  size_t i = 0;
  json.objects(found->fields, [&](const Description::Field& field) {
    json.member("event", field.event);
    json.member("field", field.field);
    json.member("text", field.text);
    json.member("end", field.end);
    writePlace(json, app.detailsPlaces().plots, i++);
  });
  return out;
}

Answer around(Session& session, ui::App& app, const Args&) {
  std::string out;
  JsonWriter json(out);
  json.beginObject();
  size_t i = 0;
  json.key("callers").objects(app.around().callers(), [&](const Mark& mark) {
    json.member("name", session.index().names().view(mark.name));
    json.member("begin", std::to_string(mark.begin));
    json.member("end", std::to_string(mark.end));
    writePlace(json, app.detailsPlaces().callers, i++);
  });
  json.member("children", app.around().children());
  json.endObject();
  return out;
}

// As it is drawn, with everything spelled out that cannot be seen.
std::string shownText(const std::string& words) {
  return visibleLines(words, Backslash::Kept);
}

template <class T>
auto shownText(const std::vector<T>& list) {
  std::vector<decltype(shownText(list[0]))> all;
  for (const T& one : list) all.push_back(shownText(one));
  return all;
}

Answer shown(Session&, ui::App&, const Args& args) {
  if (args.size() != 1) return kNothing;
  std::string out;
  JsonWriter(out).value(shownText(args[0]));
  return out;
}

Answer panel(Session&, ui::App& app, const Args&) {
  std::string out;
  JsonWriter json(out);
  json.objects(panelTables(app.panels(), app.context()), [&](const ui::PanelTable& table) {
    json.member("title", shownText(table.title));
    json.member("head", shownText(table.head));
    json.member("rows", shownText(table.rows));
  });
  return out;
}

// Letters that the page's fonts do not have: whether they are boxes, and a hash that tells their pictures apart.
Answer glyphs(Session&, ui::App& app, const Args&) {
  std::string out;
  JsonWriter json(out);
  json.objects(app.context().fonts.fallback->drawn(), [&](const auto& one) {
    json.member("codepoint", one.first);
    json.member("boxed", one.second.boxed);
    json.member("picture", std::to_string(one.second.hash));
  });
  return out;
}

struct Kind {
  std::string_view name;
  Answer (*answer)(Session& session, ui::App& app, const Args& args);
};

constexpr Kind kKinds[] = {
    {"actions", [](Session&, ui::App& app, const Args&) { return Answer(actionsJson(app)); }},
    {"around", around},
    {"callTree", callTree},
    {"controls", [](Session&, ui::App& app, const Args&) { return Answer(controlsJson(app.context())); }},
    {"description", description},
    {"events", [](Session&, ui::App& app, const Args& args) { return eventsJson(app.context(), args); }},
    {"fields", fields},
    {"flame", [](Session&, ui::App& app, const Args&) { return flameJson(app.context()); }},
    {"functions", functions},
    {"functionTimes", [](Session&, ui::App& app, const Args&) { return functionTimesJson(app.context()); }},
    {"gestures", [](Session&, ui::App&, const Args&) { return Answer(gesturesJson()); }},
    {"glyphs", glyphs},
    {"info", info},
    {"latencies", latencies},
    {"links", links},
    {"palette", [](Session&, ui::App& app, const Args&) { return Answer(paletteJson(app.context())); }},
    {"panel", panel},
    {"plots", plots},
    {"durations", durations},
    {"sandwich", [](Session&, ui::App& app, const Args&) { return sandwichJson(app.context()); }},
    {"scheduling", scheduling},
    {"search", [](Session&, ui::App& app, const Args&) { return searchJson(app.context()); }},
    {"shown", shown},
    {"slices", [](Session&, ui::App& app, const Args& args) { return slicesJson(app.context(), args); }},
    {"sql", [](Session&, ui::App& app, const Args& args) { return sqlJson(app.context(), args); }},
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
