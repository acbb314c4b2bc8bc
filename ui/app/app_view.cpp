// Where the window looks, and the history of that.
#include <imgui_internal.h>

#include <cmath>

#include "core/index/trace_spans.h"
#include "ui/app/app.h"
#include "ui/app/export.h"
#include "ui/base/time_text.h"
#include "ui/view/drawn_times.h"
#include "ui/view/source_view.h"

namespace tp::ui {
namespace {

// If the whole trace is less than this many times as long as its slices, all of it is shown at first.
constexpr double kStretched = 1.5;
constexpr double kMargin = 0.02;  // of what is shown, on either side

// The first view: the whole trace, or its slices if instants or counters long before or after them would leave these
// little room.
TimeBounds firstView(const TraceIndex& index) {
  const TimeBounds whole{index.begin(), index.end()};
  TimeBounds slices = boundsOfSlices(index);
  if (whole.empty() || slices.empty() || slices.begin == slices.end) return whole;
  const auto length = static_cast<double>(slices.end - slices.begin);
  if (static_cast<double>(whole.end - whole.begin) < length * kStretched) return whole;
  const Time margin = std::max<Time>(1, std::llround(length * kMargin));
  return {std::max(whole.begin, slices.begin - margin), std::min(whole.end, slices.end + margin)};
}

}  // namespace

ViewState App::viewState() const {
  const Context& c = context_;
  ViewState state;
  state.begin = c.view.base() + std::llround(c.view.target().begin);
  state.end = c.view.base() + std::llround(c.view.target().end);
  state.scroll = c.scroll;
  state.selection = c.selection;
  state.range = c.range;
  return state;
}

// When everything has arrived, says so if the view does not show all of it.
void App::followTime(bool arrived) {
  Context& c = context_;
  const TraceIndex& index = c.index();
  const TimeBounds drawn = drawnBounds(c, index);
  if (c.view.moved() || !c.joint.stretches.empty()) return c.view.setWhole(drawn.begin, drawn.end);
  if (arrived || drawnVersion_ != c.session.version()) first_ = firstView(index);
  c.view.setWhole(index.begin(), index.end(), first_.begin, first_.end);
  const bool part = first_.begin != index.begin() || first_.end != index.end();
  if (arrived && part && c.noticeNow().empty())
    c.say("The view shows the slices; press 0 for the whole trace, " +
          durationText(index.end() - index.begin(), c.clock()));
}

bool App::goBack(bool forward) {
  const ViewState* state = forward ? history_.forward() : history_.back();
  if (state == nullptr) return false;
  Context& c = context_;
  c.view.show(state->begin, state->end);
  c.scroll = state->scroll;
  c.range = state->range;
  if (!sameSelection(c.selection, state->selection)) {
    c.selection = state->selection;
    if (c.selection && !c.selection->mark.aggregate()) c.session.describe(c.selection->track, c.selection->mark);
  }
  return true;
}

// Call at the end of a frame.
void App::noteView() {
  Context& c = context_;
  Phase phase = c.session.phase();
  if (phase != Phase::Ready && phase != Phase::Indexing) return;
  // The growth of the trace is no move of the user.
  if (phase == Phase::Indexing) history_.replaceNext();
  history_.note(viewState(), c.seconds);
  if (phase == Phase::Ready && wantedLink_) showLink();
  if (phase == Phase::Ready && awaitedLink_) showAwaitedLink();
}

// The threads of a kernel's trace are many, of which most do little: the busiest come first, unless the user has chosen
// an order or arranged the tracks while the trace was indexed.
void App::sortAsUsual() {
  Context& c = context_;
  if (!c.index().info().traits.kernel || c.choice.sort != TrackSort::Recorded || !c.choice.moved.empty()) return;
  c.choice.sort = TrackSort::Activity;
  c.layoutStale = true;
}

// Drops everything about the open trace at once: another one takes its place before the next frame is drawn, and
// scripts and screen readers may ask in between.
void App::forgetTrace() {
  Context& c = context_;
  seenOpening_.reset();
  // A link that waits for its trace tells from when the times of that count, before it is indexed.
  c.since = wantedLink_ ? wantedLink_->since : std::nullopt;
  c.layout = {};
  c.layoutStale = true;
  c.hover.reset();
  c.pointed.reset();
  c.counter.reset();
  c.counters.clear();
  c.choose.reset();
  c.goTo.reset();
  c.reveal.reset();
  c.places = {};
  c.memory.of<SourceView>().forget();
  cancelExport(c);
  c.view = Viewport();
  c.view.setEased(!preferences_.reducedMotion);
  c.lastView.clear();
  c.collapsed.clear();
  c.choice = {};
  c.markers.clear();
  c.menuTrack = c.toolsTrack = kNoTrack;
  // Menus are about what they were opened on.
  if (ImGui::GetCurrentContext()->OpenPopupStack.Size > 0) ImGui::ClosePopupToLevel(0, false);
  c.selection.reset();
  c.seeking = {};
  c.range.reset();
  c.search.clear();
  c.function = kNoName;
  c.callsTrack.reset();
  c.flame.zoomed.clear();
  c.flame.focus = c.flame.zoomTo = kNoName;
  if (!c.flame.counter.empty() || c.flame.states != StateWeight::None) c.flame.setWeight(CallWeight::Total);
  c.flameGraph.forget();
  c.scroll = c.pinnedScroll = 0;
  c.sql.forget();
  c.scheduling = {};
  c.schedulingView = {};
  c.plots = {};
  c.durations = {};
  c.queryTracks = {};
  c.around = {};
  c.warning = {};
  c.names.forget();
  history_ = {};
  info_.tracePixels = false;
  layoutPhase_ = Phase::Empty;
}

void App::catchUp() {
  if (seenOpening_ && *seenOpening_ != context_.session.opening()) forgetTrace();
}

void App::beginOpen(std::string_view how, bool again) {
  Context& c = context_;
  rememberView();
  if (!again) {
    kept_.reset();
    c.compare = {};
  }
  Phase phase = c.session.phase();
  bool open = phase == Phase::Ready || phase == Phase::Indexing;
  // If an earlier opening came to nothing, the view that was kept for it is still to be shown.
  if (again && open) kept_ = keepView(c, c.index());
  const std::optional<Time> since = again ? c.since : std::nullopt;
  forgetTrace();
  if (since) c.since = since;
  // What was said of what was open before says nothing of this.
  c.notice.clear();
  c.problem.clear();
  c.joint = {};
  c.joint.options = JoinOptions::of(how);
  c.joint.options.lastIsTrace = false;
}

void App::showKeptView() {
  KeptView kept = std::move(*kept_);
  kept_.reset();
  if (std::optional<LinkPlace> place = showKept(context_, kept)) {
    place->time -= context_.index().begin();
    seekPlace(*place);
  }
  context_.moreToCome = true;
}

}  // namespace tp::ui
