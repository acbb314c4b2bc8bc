#include "ui/app/commands.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <utility>

#include "core/trace/track_number.h"
#include "ui/app/app.h"
#include "ui/app/panels.h"
#include "ui/base/time_text.h"
#include "ui/panels/query_commands.h"
#include "ui/timeline/timeline.h"
#include "ui/view/drawn_times.h"
#include "ui/view/leads.h"
#include "ui/view/navigation.h"
#include "ui/view/row_keys.h"
#include "ui/view/selection_text.h"
#include "ui/view/state_track.h"

namespace tp::ui {

bool number(const std::string& text, int64_t& value) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

void setAllCollapsed(WindowState& c, const TraceIndex& index, bool collapsed) {
  c.collapsed.clear();
  if (!collapsed) return;
  for (TrackId id = 0; id < index.tracks().size(); ++id) {
    TrackKind kind = index.tracks()[id].key.kind;
    if (kind == TrackKind::Group || kind == TrackKind::Process) c.collapsed.insert(id);
  }
}

bool fit(App& app, std::string_view, Args) {
  Context& c = app.context();
  Time begin = 0, end = 0;
  TrackId track = kNoTrack;
  if (c.range) {
    track = trackOfRange(*c.range, c.index());
    begin = c.range->first;
    end = c.range->second;
  } else if (c.selection) {
    track = c.selection->track;
    begin = c.selection->mark.begin;
    end = c.selection->mark.end;
  } else {
    return c.view.showAll(), true;
  }
  Time margin = std::max<Time>((end - begin) / 20, 1);
  return showTimes(c, c.index(), track, begin - margin, end + margin), true;
}

bool setVisible(App& app, std::string_view, Args args) {
  int64_t begin = 0, end = 0;
  if (args.size() != 2 || !number(args[0], begin) || !number(args[1], end) || begin >= end) return false;
  return app.context().view.show(begin, end), true;
}

// Closes what lies over the tracks, else clears what is marked on them.
bool clear(App& app, std::string_view, Args) {
  Context& c = app.context();
  if (c.help) return c.help = false, true;
  if (c.settingsOpen) return c.settingsOpen = false, true;
  c.selection.reset();
  c.queryTracks.chosen.reset();
  c.range.reset();
  c.markers.deselect();
  stopSeeking(c);
  c.search.clear();
  return true;
}

bool selectAt(App& app, std::string_view, Args args) {
  int64_t track = 0, depth = 0, time = 0;
  if (args.size() != 3 || !number(args[0], track) || !number(args[1], depth) || !number(args[2], time)) return false;
  TrackId id = findTrackNumber(app.context().index().tracks(), static_cast<uint64_t>(track));
  if (id == kNoTrack) return false;
  // The arrow keys go on from there, even if it is selected already.
  Context& c = app.context();
  c.events.focused = c.slices.focused = false;
  c.memory.of<RowKeys>().leave();
  leaveQueryRows(c);
  return app.goTo(id, time, static_cast<uint16_t>(depth));
}

bool reveal(App& app, std::string_view, Args args) {
  int64_t track = 0;
  if (args.size() != 1 || !number(args[0], track)) return false;
  TrackId id = findTrackNumber(app.context().index().tracks(), static_cast<uint64_t>(track));
  if (id == kNoTrack) return false;
  app.reveal(id);
  // It may have been in view before.
  app.context().say("In view: the track of " + trackOwner(app.context().index(), id) + ".");
  return true;
}

bool showThread(App& app, std::string_view id, Args args) {
  if (!reveal(app, id, args)) return false;
  Context& c = app.context();
  int64_t wanted = 0;
  number(args[0], wanted);
  const TrackId thread = findTrackNumber(c.index().tracks(), static_cast<uint64_t>(wanted));
  const TrackId states = stateTrackOf(c.index().tracks(), thread);
  // What it did when something else did what is selected; else in the middle of the view.
  const VisibleTime view = drawnTimes(c, c.index(), thread);
  Time time = view.toTime(0.5);
  if (c.selection && view.toShare(c.selection->mark.begin) >= 0 && view.toShare(c.selection->mark.begin) < 1)
    time = c.selection->mark.begin;
  app.goTo(states != kNoTrack && !c.index().lanesOf(states).empty() ? states : thread, time);
  return true;
}

bool find(App& app, std::string_view, Args args) {
  if (args.size() > 1) return false;
  if (args.empty()) return app.context().typeAhead.want(Field::Search), true;
  return app.context().search = args[0], true;
}

bool showTab(App& app, std::string_view, Args args) {
  if (args.size() != 1) return false;
  const Panel* panel = findPanel(app.panels(), args[0]);
  if (panel != nullptr) openTab(app.context(), panel->tab);
  return panel != nullptr;
}

bool chooseFunction(App& app, std::string_view, Args args) {
  Context& c = app.context();
  NameId name = args.size() == 1 ? c.index().names().find(args[0]) : kNoName;
  if (name != kNoName) c.function = name;
  return name != kNoName;
}

bool copyLink(App& app, std::string_view, Args) {
  Context& c = app.context();
  const ViewLink link = app.link();
  std::string text = c.host.address + "#" + writeViewLink(link);
  ImGui::SetClipboardText(text.c_str());
  const size_t leftOut = plotsLeftOut(link);
  c.say("The link is copied. It holds times and what was chosen or typed, nothing of the trace." +
        (leftOut > 0 ? " " + countText(leftOut, "plot") + " did not fit into it." : ""));
  return true;
}

bool openCommand(App& app, std::string_view id, Args) {
  const Host& host = app.context().host;
  const auto& open = id == "open-files" ? host.openFiles : host.openDirectory;
  if (open) open();
  return static_cast<bool>(open);
}

namespace {

// Says so if the selection is on a track that can't be scrolled to.
void sayWhereHidden(Context& c, TrackId track) {
  if (track < c.layout.shown.size() && c.layout.shown[track]) return;
  const std::string name = trackPath(c.index(), track);
  for (TrackId at = track; at != kNoTrack; at = c.index().tracks()[at].parent)
    if (c.choice.hidden.count(at) > 0) return c.say("The selection is on a hidden track: " + name + ".");
  if (!c.choice.filter.empty()) c.say("The selection is on a track that the filter hides: " + name + ".");
}

}  // namespace

void App::select(const Selection& selection, bool keepScroll) {
  Context& c = context_;
  c.selection = selection;
  keepPanel(c);
  if (!selection.mark.aggregate()) c.session.describe(selection.track, selection.mark);
  if (!keepScroll) scrollTo(c, c.session, selection.track, selection.mark.depth, tracks_.h);
  sayWhereHidden(c, selection.track);
  const VisibleTime view = drawnTimes(c, c.index(), selection.track);
  if (selection.mark.end < view.beginTime() || selection.mark.begin > view.endTime())
    centreTime(c, c.index(), selection.track, selection.mark.begin + selection.mark.duration() / 2);
  drawnVersion_ = ~uint64_t{0};
}

bool App::goTo(TrackId track, Time time, uint16_t depth) {
  Context& c = context_;
  std::vector<Mark> marks;
  c.session.beginFrame();
  c.session.query(track, time, time, 0, marks);
  c.session.endFrame();
  const Mark* best = nullptr;
  for (const Mark& mark : marks) {
    if (mark.depth != depth) continue;
    // Where one slice ends and the next begins, take the next.
    if (best == nullptr || mark.begin > best->begin) best = &mark;
  }
  if (best == nullptr) {
    scrollTo(c, c.session, track, depth, tracks_.h);
    centreTime(c, c.index(), track, time);
    return false;
  }
  c.seeking = {};
  // When the aggregate has been decoded, the slice itself is selected.
  if (best->aggregate()) {
    Seek seek;
    seek.what = Seek::What::Covers;
    seek.track = track;
    seek.depth = depth;
    seek.begin = seek.end = time;
    seek.keepView = true;
    c.seeking.seek = seek;
  }
  select({track, *best});
  return true;
}

void App::reveal(TrackId track) {
  Context& c = context_;
  // Of a thread, only the states may be shown.
  for (const Row& row : c.layout.rows)
    if (row.track == track || row.named == track) return scrollTo(c, c.session, row.track, 0, tracks_.h);
  scrollTo(c, c.session, track, 0, tracks_.h);
}

void App::showTrack(TrackId track) {
  Context& c = context_;
  const auto scrolled = std::pair(c.scroll, c.pinnedScroll);
  const float height = c.layout.height;
  reveal(track);
  // What led here may have said more: where records were lost, for example.
  if (scrolled != std::pair(c.scroll, c.pinnedScroll) || height != c.layout.height || !c.noticeNow().empty()) return;
  const auto shown = [&](const Row& row) { return row.track == track || row.named == track; };
  const auto in = [&](const std::vector<Row>& rows) { return std::any_of(rows.begin(), rows.end(), shown); };
  if (in(c.layout.rows) || in(c.layout.pinned)) c.say("In view: the track of " + trackOwner(c.index(), track) + ".");
}

bool App::command(std::string_view id, Args args) {
  drawnVersion_ = ~uint64_t{0};
  catchUp();
  const Action* action = findAction(actions_, id);
  if (action == nullptr) return false;
  // An action that gets its track as an argument needs no selection.
  const Phase phase = context_.session.phase();
  const bool open = phase == Phase::Ready || phase == Phase::Indexing;
  const size_t own = *action->argument != '\0' ? 1 : 0;
  const bool told = open && action->when == When::Selected && args.size() > own;
  if (!told && !applies(context_, *action)) return false;
  if (action->run(*this, id, args)) return true;
  if (*action->asks == '\0' || args.empty()) return false;
  // What the user has typed may be one argument or several.
  std::vector<std::string> several(args.begin(), args.end() - 1);
  std::istringstream words(args.back());
  for (std::string word; words >> word;) several.push_back(word);
  return several.size() > args.size() && action->run(*this, id, several);
}

}  // namespace tp::ui
