#include "ui/view/compared.h"

#include <algorithm>
#include <utility>

#include "core/index/trace_spans.h"
#include "core/text/visible_text.h"
#include "ui/base/time_text.h"
#include "ui/view/drawn_times.h"
#include "ui/view/selection_text.h"
#include "ui/view/stretch_traces.h"
#include "ui/view/told_states.h"

namespace tp::ui {

CompareView& compareView(Context& c) {
  CompareView& view = c.compare;
  if (view.opening == c.session.opening()) return view;
  CompareView had = std::exchange(view, {});
  view.opening = c.session.opening();
  // The same traces were opened anew, to be aligned or with others beside them: ranges and tracks may not be what they
  // were.
  view.by = had.by;
  view.how = std::move(had.how);
  view.slowestSide = had.slowestSide;
  view.look = had.look;
  for (size_t side = 0; side < 2; ++side)
    if (had.chosen[side] && !had.chosen[side]->ranged() && had.chosen[side]->tracks.empty())
      view.chosen[side] = had.chosen[side];
  return view;
}

std::optional<CompareAnswer::Scopes> compared(Context& c) {
  const CompareView& view = compareView(c);
  const std::vector<TracePart>& parts = c.index().info().parts;
  const bool chosen = view.chosen[0] || view.chosen[1];
  if (!chosen && parts.size() < 2 && !view.how.slowest) return std::nullopt;
  CompareAnswer::Scopes scopes;
  for (size_t side = 0; side < 2; ++side) {
    if (view.chosen[side])
      scopes[side] = *view.chosen[side];
    else if (parts.size() >= 2 && (!view.how.slowest || view.slowestSide))
      scopes[side].trace = parts[side].number;
  }
  if (view.how.slowest) {
    if (view.slowestSide) scopes[0] = scopes[*view.slowestSide];
    scopes[0].others.clear();
    scopes[1] = scopes[0];
  }
  return scopes;
}

bool severalRecordings(const CompareAnswer::Scopes& scopes) {
  return scopes[0].several() || scopes[1].several();
}

void keepWhole(std::array<std::optional<ComparedScope>, 2>& chosen) {
  bool several = false;
  for (std::optional<ComparedScope>& side : chosen) {
    if (!side) continue;
    std::vector<uint32_t>& others = side->others;
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    std::erase(others, side->trace);
    if (side->trace == kEveryTrace) others.clear();
    several = several || side->several();
  }
  // A recording is on one side only; each keeps its first one.
  for (size_t i = 0; i < 2 && chosen[0] && chosen[1]; ++i)
    std::erase_if(chosen[i]->others, [&other = *chosen[1 - i]](uint32_t one) {
      return one == other.trace || std::find(other.others.begin(), other.others.end(), one) != other.others.end();
    });
  for (std::optional<ComparedScope>& side : chosen)
    if (several && side && (side->ranged() || !side->tracks.empty())) {
      const uint32_t trace = side->trace;
      std::vector<uint32_t> others = std::move(side->others);
      side.emplace();
      side->trace = trace;
      side->others = std::move(others);
    }
}

void chooseSide(Context& c, size_t side, ComparedScope scope) {
  compareView(c).how.slowest.reset();
  // What is shown of the other side stays, if it was not chosen but followed from the traces that are open.
  if (const auto shown = compared(c)) compareView(c).chosen[1 - side] = (*shown)[1 - side];
  std::array<std::optional<ComparedScope>, 2>& chosen = compareView(c).chosen;
  // What was chosen last stays as it is.
  if ((scope.ranged() || !scope.tracks.empty()) && chosen[1 - side]) chosen[1 - side]->others.clear();
  chosen[side] = std::move(scope);
  keepWhole(chosen);
  c.moreToCome = true;
}

bool chooseTrack(Context& c, size_t side, TrackId track) {
  const TrackTable& tracks = c.index().tracks();
  if (track >= tracks.size()) return false;
  const TrackKey& key = tracks[track].key;
  ComparedScope scope;
  if (!c.index().info().parts.empty()) scope.trace = key.trace;
  if (key.kind == TrackKind::Thread)
    scope.tracks = {track};
  else if (scope.trace == kEveryTrace || key != headingOfTrace(key.trace))
    return false;
  chooseSide(c, side, std::move(scope));
  return true;
}

void compareHalves(Context& c) {
  const TraceIndex& index = c.index();
  const Time middle = index.begin() + (index.end() - index.begin()) / 2;
  CompareView& view = compareView(c);
  view.how.slowest.reset();
  for (size_t side = 0; side < 2; ++side) {
    ComparedScope half;
    half.begin = side == 0 ? index.begin() : middle;
    half.end = side == 0 ? middle : index.end();
    view.chosen[side] = half;
  }
  c.moreToCome = true;
}

bool chooseRecordings(Context& c) {
  const std::vector<TracePart>& parts = c.index().info().parts;
  if (parts.size() < 2) return false;
  if (parts.size() == 2)
    c.say("Each side has one recording: p-values take three of each, so open more traces beside these.");
  CompareView& view = compareView(c);
  view.how.slowest.reset();
  for (size_t side = 0; side < 2; ++side) {
    const size_t first = side == 0 ? 0 : parts.size() / 2, last = side == 0 ? parts.size() / 2 : parts.size();
    ComparedScope& scope = view.chosen[side].emplace();
    scope.trace = parts[first].number;
    for (size_t i = first + 1; i < last; ++i) scope.others.push_back(parts[i].number);
  }
  c.moreToCome = true;
  return true;
}

bool tickRecording(Context& c, size_t side, uint32_t trace) {
  const std::vector<TracePart>& parts = c.index().info().parts;
  const auto scopes = compared(c);
  if (!scopes || (*scopes)[side].trace == kEveryTrace || (*scopes)[side].trace == trace) return false;
  if (std::none_of(parts.begin(), parts.end(), [&](const TracePart& part) { return part.number == trace; }))
    return false;
  const ComparedScope& other = (*scopes)[1 - side];
  if (trace == other.trace || std::find(other.others.begin(), other.others.end(), trace) != other.others.end())
    return false;
  ComparedScope scope;
  scope.trace = (*scopes)[side].trace;
  scope.others = (*scopes)[side].others;
  if (std::erase(scope.others, trace) == 0) scope.others.push_back(trace);
  chooseSide(c, side, scope);
  return true;
}

void compareSlowest(Context& c, NameId function, uint32_t share, std::optional<size_t> side) {
  CompareView& view = compareView(c);
  view.how.slowest = {std::string(c.index().names().view(function)), share};
  view.slowestSide = side;
  view.by = ComparedBy::Functions;
  c.moreToCome = true;
}

void exchangeSides(Context& c) {
  const auto scopes = compared(c);
  if (!scopes || compareView(c).how.slowest) return;
  const bool stretched = liesOver(c, *scopes);
  compareView(c).chosen = {(*scopes)[1], (*scopes)[0]};
  if (stretched) stretchCompared(c);
  c.linkAwaits.clear();
  c.moreToCome = true;
}

ComparedBy comparedBy(Context& c) {
  if (compareView(c).how.slowest) return ComparedBy::Functions;
  if (const auto scopes = compared(c); scopes && severalRecordings(*scopes)) return ComparedBy::Functions;
  if (const auto by = compareView(c).by) return *by;
  const FormatTraits& traits = c.index().info().traits;
  return traits.kernel && !traits.calls && toldStates(c, c.session).running ? ComparedBy::Threads
                                                                            : ComparedBy::Functions;
}

const char* sideName(size_t side) {
  return side == 0 ? "A" : "B";
}

std::string scopeWords(const Context& c, const ComparedScope& scope) {
  std::string words;
  const std::vector<TracePart>& parts = c.index().info().parts;
  for (const TracePart& part : parts)
    if (part.number == scope.trace) words = visibleText(part.name);
  if (scope.trace == kEveryTrace && parts.size() > 1) words = "all " + countText(parts.size()) + " traces";
  if (scope.several()) words += " and " + countText(scope.others.size(), "more recording");
  if (words.empty() && !scope.ranged() && scope.tracks.empty()) return "the whole trace";
  auto add = [&words](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
  if (scope.ranged())
    add(durationText(scope.end - scope.begin, c.clock()) + " from " +
        offsetText(scope.begin - c.timesFrom(), c.clock()) + " on");
  if (scope.tracks.size() == 1)
    add(trackOwner(c.index(), scope.tracks.front()));
  else if (!scope.tracks.empty())
    add(countText(scope.tracks.size(), "track"));
  return words;
}

}  // namespace tp::ui
