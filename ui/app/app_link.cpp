// The present view as a link, and the view that a link asks for.
#include <algorithm>
#include <iterator>
#include <utility>

#include "core/analysis/counter_growth.h"
#include "core/analysis/known_states.h"
#include "core/kernel/syscalls.h"
#include "core/link/moved_link.h"
#include "core/link/trace_mark.h"
#include "ui/app/app.h"
#include "ui/app/commands.h"
#include "ui/app/joint_link.h"
#include "ui/calls/slices_commands.h"
#include "ui/events/events_commands.h"
#include "ui/timeline/joint.h"
#include "ui/timeline/timeline.h"
#include "ui/timeline/track_painter.h"
#include "ui/view/compared.h"
#include "ui/view/corrected_names.h"
#include "ui/view/laid_plots.h"
#include "ui/view/slice_colours.h"

namespace tp::ui {
namespace {

constexpr std::string_view kSpans[] = {"whole", "view", "marked"};  // by EventsView::Span

LinkFlame linkFlame(const Context& c) {
  const FlameOptions& flame = c.flame;
  LinkFlame link;
  auto letter = [&link](bool is, char sign) {
    if (is) link.letters += sign;
  };
  letter(flame.weight == CallWeight::Self, 's');
  letter(flame.weight == CallWeight::Calls, 'c');
  letter(flame.inverted, 'i');
  letter(flame.byTime, 'o');
  letter(flame.upwards, 'u');
  letter(flame.collapseRecursion, 'r');
  letter(flame.byThread, 't');
  if (const StateWeightRow* row = stateWeightRow(flame.states)) link.letters += row->letter;
  link.counter = labelHash(flame.counter);
  if (flame.focus != kNoName) link.focus = labelHash(c.index().names().exact(flame.focus));
  return link;
}

void showFlame(Context& c, const LinkFlame& link) {
  auto has = [&link](char letter) { return link.letters.find(letter) != std::string::npos; };
  FlameOptions flame;
  flame.inverted = has('i');
  flame.byTime = has('o');
  flame.upwards = has('u');
  flame.collapseRecursion = has('r');
  flame.byThread = has('t');
  flame.weight = has('s') ? CallWeight::Self : has('c') ? CallWeight::Calls : CallWeight::Total;
  for (const StateWeightRow& row : kStateWeights)
    if (has(row.letter) && tellsStates(c.index())) flame.states = row.weight;
  if (link.counter != 0 && flame.states == StateWeight::None) {
    const std::vector<std::string> labels = growingCounters(c.index().tracks(), c.index().info());
    const auto label = std::find_if(labels.begin(), labels.end(),
                                    [&](const std::string& one) { return labelHash(one) == link.counter; });
    if (label != labels.end()) flame.counter = *label;
  }
  const NameTable& names = c.index().names();
  for (NameId name = 0; name < names.size() && link.focus != 0; ++name) {
    if (labelHash(names.exact(name)) == link.focus) flame.focus = name;
    // Older links have the hash of the name that several functions may share.
    if (flame.focus == kNoName && labelHash(names.view(name)) == link.focus) flame.focus = name;
  }
  c.flame = std::move(flame);
}

void linkSlices(const WindowState& c, ViewLink& link) {
  const SlicesView& slices = c.slices;
  link.slices = slices.filter;
  link.sliceBy = slices.by;
  if (slices.kind != SliceKind::Calls) link.sliceKind = sliceKindName(slices.kind);
  if (slices.sort != "dur" || slices.ascending) link.sliceSort = slices.sort + (slices.ascending ? " asc" : " desc");
}

void showSlices(Context& c, const ViewLink& link) {
  auto run = [&c](const char* id, const std::string& word) {
    if (!word.empty()) slicesCommand(c, id, std::vector<std::string>{word});
  };
  run("slices-filter", link.slices);
  run("slices-kind", link.sliceKind);
  run("slices-by", link.sliceBy);
  std::vector<std::string> order;
  for (std::string_view part : linkParts(link.sliceSort, ' ')) order.emplace_back(part);
  if (!link.sliceSort.empty()) slicesCommand(c, "slices-sort", order);
}

template <typename Tracks>
std::vector<LinkTrack> linkTracks(const TraceIndex& index, const Tracks& tracks) {
  std::vector<LinkTrack> links;
  links.reserve(tracks.size());
  for (TrackId id : tracks) links.push_back(linkTrack(index.tracks()[id].key));
  return links;
}

// The notes in the order of what is marked, without empty ones at the end, as ViewLink::markerNotes has them.
template <typename Marked>
std::vector<std::string> notesOf(const std::vector<Marked>& marked) {
  std::vector<std::string> notes;
  notes.reserve(marked.size());
  for (const Marked& one : marked) notes.push_back(one.note);
  while (!notes.empty() && notes.back().empty()) notes.pop_back();
  return notes;
}

// The tracks that exist, in the order of the link.
std::vector<TrackId> tracksOf(const TraceIndex& index, const std::vector<LinkTrack>& links) {
  std::vector<TrackId> found;
  const TrackTable& tracks = index.tracks();
  for (const LinkTrack& link : links) {
    for (TrackId id = 0; id < tracks.size(); ++id) {
      if (!link.isOf(tracks[id].key)) continue;
      found.push_back(id);
      break;
    }
  }
  return found;
}

void linkCompared(const WindowState& c, const Session& session, Time start, ViewLink& link) {
  const CompareView& view = c.compare;
  if (view.opening != session.opening()) return;
  for (size_t side = 0; side < 2; ++side) {
    if (!view.chosen[side]) continue;
    const ComparedScope& scope = *view.chosen[side];
    LinkSide& of = link.compared[side].emplace();
    if (scope.trace != kEveryTrace) of.trace = scope.trace;
    of.others = scope.others;
    if (scope.ranged()) of.range = {scope.begin - start, scope.end - start};
    of.on = linkTracks(session.index(), scope.tracks);
  }
  link.perSecond = view.how.perSecond;
  link.comparedNames = linkNames(view.how.names);
  link.difference = differenceWords(view.look);
  if (view.how.slowest) {
    link.slowestOf = labelHash(view.how.slowest->function);
    link.slowestShare = view.how.slowest->share;
    if (view.slowestSide) link.slowestSide = static_cast<uint8_t>(*view.slowestSide);
  }
  if (view.by) link.comparedBy = kComparedBy[static_cast<size_t>(*view.by)];
}

// A side that is about a trace or a track which is not there is not chosen.
void showCompared(Context& c, const ViewLink& link) {
  const Time start = c.index().begin();
  CompareView& view = compareView(c);
  for (size_t side = 0; side < 2; ++side) {
    if (!link.compared[side] || !hasTraces(c.index(), *link.compared[side])) continue;
    const LinkSide& of = *link.compared[side];
    ComparedScope scope;
    if (of.trace != 0) scope.trace = of.trace;
    scope.others = of.others;
    if (of.range) {
      scope.begin = start + of.range->first;
      scope.end = start + of.range->second;
    }
    scope.tracks = tracksOf(c.index(), of.on);
    std::sort(scope.tracks.begin(), scope.tracks.end());
    if (scope.tracks.size() == of.on.size()) view.chosen[side] = std::move(scope);
  }
  keepWhole(view.chosen);
}

// What does not depend on the order of the traces.
void showHowCompared(Context& c, const ViewLink& link) {
  CompareView& view = compareView(c);
  view.how.perSecond = link.perSecond;
  view.how.names = linkedNames(link.comparedNames, c.index().names());
  view.look = differenceLook(link.difference);
  const NameTable& names = c.index().names();
  const bool share = link.slowestShare > 0 && link.slowestShare < SlowestShare::kAll;
  for (NameId name = 0; name < names.size() && share && link.slowestOf != 0 && !view.how.slowest; ++name)
    if (labelHash(names.view(name)) == link.slowestOf) {
      view.how.slowest = {std::string(names.view(name)), link.slowestShare};
      view.slowestSide = link.slowestSide;
    }
  for (size_t by = 0; by < std::size(kComparedBy); ++by)
    if (link.comparedBy == kComparedBy[by]) view.by = static_cast<ComparedBy>(by);
}

// The link was of a whole trace that begins at `first`, of which a cut is open.
void moveToCut(ViewLink& link, Time first, WindowState& c, const TraceIndex& index) {
  const bool ofReport = link.since.has_value();
  moveTimes(link, first - index.begin());
  if (!link.visible) return;
  const LinkSpan there(std::max<Time>(link.visible->first, 0),
                       std::min(link.visible->second, index.end() - index.begin()));
  if (there.first >= there.second) return;
  // The records of the cut may begin after the view does, and end before it. A report shows all of its range anyway. A
  // link of the whole trace shows that part of its view in which the cut has records.
  if (ofReport)
    c.view.reach(index.begin() + link.visible->first, index.begin() + link.visible->second);
  else
    link.visible = there;
}

// Whether there are numbers of system calls whose machine the trace does not tell, so that somebody may choose it.
bool lacksMachine(const WindowState& c, const TraceIndex& index) {
  const std::string& chosen = c.joint.options.machine;
  const auto& metadata = index.info().metadata;
  return std::any_of(metadata.begin(), metadata.end(), [&chosen](const auto& one) {
    return one.second == kernel::kMachineNotTold || (!chosen.empty() && one.second == kernel::machineChosen(chosen));
  });
}

}  // namespace

uint32_t App::traceMarkNow() const {
  const Session& session = context_.session;
  if (mark_.opening != session.opening() || mark_.version != session.version())
    mark_ = {session.opening(), session.version(), traceMark(session.index())};
  return mark_.mark;
}

ViewLink App::link() const {
  const Context& c = context_;
  ViewLink link;
  if (c.session.phase() != Phase::Ready) return link;
  const TraceIndex& index = c.index();
  Time start = index.begin();
  ViewState state = viewState();
  if (state.begin != start || state.end != index.end()) link.visible = {state.begin - start, state.end - start};
  if (c.range) {
    link.range = {c.range->first - start, c.range->second - start};
    link.on = linkTracks(c.index(), c.range->tracks);
  }
  if (c.selection) {
    const Mark& mark = c.selection->mark;
    link.selection = LinkPlace::of(index.tracks()[c.selection->track].key, mark.depth, mark.begin - start);
  }
  link.pinned = linkTracks(c.index(), c.choice.pinned);
  link.hidden = linkTracks(c.index(), c.choice.hidden);
  link.idle = c.choice.idleShown;
  for (const Marker& marker : c.markers.all()) link.markers.push_back(marker.time - start);
  for (const KeptRange& kept : c.markers.ranges()) link.spans.emplace_back(kept.begin - start, kept.end - start);
  link.markerNotes = notesOf(c.markers.all());
  link.spanNotes = notesOf(c.markers.ranges());
  // Defaults are left out of the link.
  if (c.tab != Tab::Selection) link.tab = c.tab.id;
  if (c.colourBy != ColourBy::Name) link.colour = colourName(c.colourBy);
  if (c.settings.times != AxisTimes::Trace) link.times = kAxisTimes[static_cast<size_t>(c.settings.times)].value;
  if (c.events.span != EventsView::Span::Whole) link.rows = kSpans[static_cast<size_t>(c.events.span)];
  linkSlices(c, link);
  linkCompared(c, c.session, start, link);
  link.shifts = linkShifts(index);
  link.stretches = linkStretches(c, index);
  link.flame = linkFlame(c);
  link.search = c.search;
  link.tracks = c.choice.filter;
  link.filter = c.events.filter;
  link.queries = c.queryTracks.wishes();
  link.durations = c.durations.wishes(index);
  link.plots = c.plots.wishes();
  link.laid = laidPlots(index, c.choice);
  if (lacksMachine(c, c.index())) link.machine = c.joint.options.machine;
  if (!c.session.cancelled()) link.trace = traceMarkNow();
  // Times in a link of a cut count from where the whole begins. If the cut does not tell that, the link does.
  if (c.timesFrom() != start) moveTimes(link, start - c.timesFrom());
  link.since = c.since;
  return link;
}

void App::openLink(std::string_view text) {
  wantedLink_ = readViewLink(text);
  drawnVersion_ = ~uint64_t{0};
}

// Of a link to several traces, of which the first was opened before the others: it is shown when all are there.
void App::showAwaitedLink() {
  Context& c = context_;
  if (std::exchange(awaitedIn_, c.session.opening()) == c.session.opening()) return;
  c.linkAwaits = awaitedWords(c.index(), *awaitedLink_);
  if (awaitsTrace(c.index(), *awaitedLink_) || shiftAsLinked(c, *awaitedLink_)) return;
  if (awaitedLink_->trace != traceMarkNow()) {
    if (c.index().info().parts.size() > 1 && awaitedLink_->tab == Tab::Compare.id) c.linkAwaits = otherOrderWords();
    // Once, however many traces are still to come.
    if (std::exchange(awaitedTold_, true)) return;
    showHowCompared(c, *awaitedLink_);
    if (!(awaitedLink_->flame == LinkFlame())) showFlame(c, awaitedLink_->flame);
    if (!awaitedLink_->tab.empty()) showTab(*this, "tab", std::vector<std::string>{awaitedLink_->tab});
    c.say("The link is of other traces, or of these in another order: its times and its A and B may not fit here");
    return;
  }
  wantedLink_ = std::exchange(awaitedLink_, std::nullopt);
  c.moreToCome = true;
}

// Opens the trace anew with the machine that the link names, if it asks for one. Then the link waits for that.
bool App::chooseMachine() {
  Context& c = context_;
  const std::string machine = std::exchange(wantedLink_->machine, {});
  const bool known =
      std::find(std::begin(kernel::kMachines), std::end(kernel::kMachines), machine) != std::end(kernel::kMachines);
  if (!known || machine == c.joint.options.machine || !lacksMachine(c, c.index())) return false;
  JoinOptions options = c.joint.options;
  options.machine = machine;
  return reopen(c, options);
}

// Call when the whole trace is known, because times count from its beginning, and the view can't reach beyond it. What
// the link does not mention stays as it is, but its search replaces the present one, and no marker stays selected.
void App::showLink() {
  Context& c = context_;
  if (chooseMachine() || shiftAsLinked(c, *wantedLink_)) return;
  ViewLink link = *wantedLink_;
  wantedLink_.reset();
  const bool other = link.trace != 0 && link.trace != traceMarkNow() && !c.session.cancelled();
  const bool awaits = awaitsTrace(c.index(), link);
  awaitedLink_ = other || awaits ? std::optional(link) : std::nullopt;
  awaitedIn_ = c.session.opening();
  // A link that compares may wait for the second trace: whether that is in the same order is told when it is there.
  const bool compares = link.tab == Tab::Compare.id && c.index().info().parts.empty();
  awaitedTold_ = other && !awaits && !compares;
  c.linkAwaits = awaitedLink_ && (awaits || compares) ? awaitedWords(c.index(), link) : "";
  if (other && !awaits && !compares && link.tab == Tab::Compare.id) c.linkAwaits = otherOrderWords();
  if (other && !awaits) c.say("This link is of another trace, or of several: its times and tracks may not fit here");
  if (awaits) c.say("This link is of a further trace, too: it is shown when that lies beside this one");
  const Time start = c.index().begin();
  if (link.since) c.since = link.since;
  const std::optional<Time> first = link.since ? link.since : c.index().origin();
  const bool ofCut = first.has_value();
  if (ofCut) moveToCut(link, *first, c, c.index());
  stretchAsLinked(c, link);
  if (link.visible) {
    c.view.show(start + link.visible->first, start + link.visible->second);
    c.view.jump();
  }
  if (link.range) {
    std::vector<TrackId> on = tracksOf(c.index(), link.on);
    std::sort(on.begin(), on.end());
    c.range = MarkedRange(start + link.range->first, start + link.range->second, std::move(on));
  }
  if (!link.pinned.empty()) c.choice.pinned = tracksOf(c.index(), link.pinned);
  if (!link.hidden.empty()) {
    std::vector<TrackId> hidden = tracksOf(c.index(), link.hidden);
    c.choice.hidden = {hidden.begin(), hidden.end()};
  }
  if (link.idle) c.choice.idleShown = true;
  if (!link.markers.empty() || !link.spans.empty()) c.markers.clear();
  auto annotate = [&c](uint32_t number, const std::vector<std::string>& notes, size_t i) {
    if (i < notes.size()) c.markers.annotate(number, notes[i]);
  };
  for (size_t i = 0; i < link.markers.size(); ++i)
    annotate(c.markers.add(start + link.markers[i]), link.markerNotes, i);
  for (size_t i = 0; i < link.spans.size(); ++i)
    annotate(c.markers.keep(start + link.spans[i].first, start + link.spans[i].second), link.spanNotes, i);
  c.markers.deselect();
  if (!link.tracks.empty()) c.choice.filter = link.tracks;
  c.layoutStale = true;
  if (!link.queries.empty()) c.queryTracks.clear(c);
  for (const QueryTrackWish& wish : link.queries) c.queryTracks.add(wish);
  if (!link.durations.empty()) c.durations.clear(c.session);
  c.durations.addWishes(c, link.durations);
  c.plots.addWishes(c, link.plots, link.laid);
  c.search = link.search;
  if (!link.colour.empty()) colourCommand(c, "colour-by", std::vector<std::string>{link.colour});
  for (size_t i = 0; i < std::size(kAxisTimes); ++i)
    if (link.times == kAxisTimes[i].value) c.settings.times = static_cast<AxisTimes>(i);
  if (!(link.flame == LinkFlame())) showFlame(c, link.flame);
  if (!link.filter.empty()) {
    c.events.filter = link.filter;
    c.events.applyFilter();
  }
  for (size_t i = 0; i < std::size(kSpans); ++i)
    if (link.rows == kSpans[i]) c.events.span = static_cast<EventsView::Span>(i);
  showSlices(c, link);
  showCompared(c, link);
  showHowCompared(c, link);
  if (!link.tab.empty()) showTab(*this, "tab", std::vector<std::string>{link.tab});
  // A cut may lack the calls around the selected one, whose depth is smaller then.
  if (link.selection) seekPlace(*link.selection, ofCut ? Seek::What::Alone : Seek::What::Begins);
  c.moreToCome = true;
}

void App::seekPlace(const LinkPlace& place, Seek::What what) {
  Context& c = context_;
  std::vector<TrackId> found = tracksOf(c.index(), {place});
  if (found.empty()) return;
  Seek seek;
  seek.track = found.front();
  seek.what = what;
  seek.depth = place.depth;
  seek.begin = seek.end = c.index().begin() + place.time;
  seek.keepView = true;
  c.seeking = {nullptr, seek};
  reveal(seek.track);
}

}  // namespace tp::ui
