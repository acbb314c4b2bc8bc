// Where the window looks: the way back, and links to a view.
#include <algorithm>
#include <cmath>

#include "ui/app.h"
#include "ui/commands.h"
#include "ui/timeline.h"
#include "ui/track_painter.h"

namespace tp::ui {

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

bool App::goBack(bool forward) {
  const ViewState* state = forward ? history_.forward() : history_.back();
  if (state == nullptr) return false;
  Context& c = context_;
  c.view.show(state->begin, state->end);
  c.scroll = state->scroll;
  c.range = state->range;
  if (!sameSelection(c.selection, state->selection)) {
    c.selection = state->selection;
    if (c.selection && !c.selection->mark.fold()) c.session.describe(c.selection->track, c.selection->mark);
  }
  return true;
}

// At the end of a frame.
void App::noteView() {
  Context& c = context_;
  Phase phase = c.session.phase();
  if (phase != Phase::Ready && phase != Phase::Indexing) return;
  // That the trace grows is no move of the person's.
  if (phase == Phase::Indexing) history_.replaceNext();
  history_.note(viewState(), c.seconds);
  if (phase == Phase::Ready && wantedLink_) showLink();
}

ViewLink App::link() const {
  const Context& c = context_;
  ViewLink link;
  if (c.session.phase() != Phase::Ready) return link;
  const TraceIndex& index = c.index();
  ViewState state = viewState();
  if (state.begin != index.begin() || state.end != index.end())
    link.visible = {state.begin - index.begin(), state.end - index.begin()};
  if (c.range) link.range = {c.range->first - index.begin(), c.range->second - index.begin()};
  if (c.selection) {
    const Mark& mark = c.selection->mark;
    link.selection = LinkPlace::of(index.tracks()[c.selection->track].key, mark.depth, mark.begin - index.begin());
  }
  // The tab that opens by itself is worth no word.
  if (c.tab != Tab::Selection) link.tab = tabName(c.tab);
  link.search = c.search;
  return link;
}

void App::openLink(std::string_view text) {
  wantedLink_ = readViewLink(text);
  drawnVersion_ = ~uint64_t{0};
}

// Once the whole trace is known: times count from its beginning, and the view can't reach beyond it.
void App::showLink() {
  Context& c = context_;
  ViewLink link = *wantedLink_;
  wantedLink_.reset();
  Time start = c.index().begin();
  if (link.visible) {
    c.view.show(start + link.visible->first, start + link.visible->second);
    c.view.jump();
  }
  if (link.range) c.range = {start + link.range->first, start + link.range->second};
  c.search = link.search;
  if (!link.tab.empty()) showTab(*this, "tab", std::vector<std::string>{link.tab});
  if (link.selection) seekPlace(*link.selection);
  c.moreToCome = true;
}

void App::beginOpen(std::string_view how, bool again) {
  Context& c = context_;
  rememberView();
  kept_.reset();
  Phase phase = c.session.phase();
  bool open = phase == Phase::Ready || phase == Phase::Indexing;
  if (again && open) kept_ = keepView(c);
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

void App::seekPlace(const LinkPlace& place) {
  Context& c = context_;
  const TrackTable& tracks = c.index().tracks();
  Seek seek;
  for (seek.track = 0; seek.track < tracks.size() && !place.isOf(tracks[seek.track].key);) ++seek.track;
  if (seek.track == tracks.size()) return;
  seek.depth = place.depth;
  seek.begin = seek.end = c.index().begin() + place.time;
  seek.keepTab = seek.keepView = true;
  c.seeking = {nullptr, seek};
  reveal(seek.track);
}

}  // namespace tp::ui
