#include "ui/timeline/track_commands.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

#include "core/trace/track_number.h"
#include "ui/view/idle_threads.h"
#include "ui/view/track_tree.h"

namespace tp::ui {
namespace {

constexpr float kRowHeights[] = {9, 17, 24};

std::optional<TrackId> trackOf(const WindowState& c, const Session& session, std::span<const std::string> args) {
  if (args.empty()) return c.selection ? std::optional(c.selection->track) : std::nullopt;
  uint64_t number = 0;
  const std::string& text = args[0];
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  TrackId track = findTrackNumber(session.index().tracks(), number);
  return track != kNoTrack ? std::optional(track) : std::nullopt;
}

bool filter(WindowState& c, std::span<const std::string> args) {
  if (args.empty()) return c.typeAhead.want(Field::Tracks), true;
  c.choice.filter.clear();
  for (const std::string& word : args) c.choice.filter += (c.choice.filter.empty() ? "" : " ") + word;
  return c.layoutStale = true;
}

bool sortBy(WindowState& c, const std::string& name) {
  for (TrackSort sort : {TrackSort::Recorded, TrackSort::Name, TrackSort::Pid, TrackSort::Activity}) {
    if (name != sortName(sort)) continue;
    sortTracks(c, sort);
    return true;
  }
  return false;
}

bool rowHeight(WindowState& c, const std::string& text) {
  for (float height : kRowHeights) {
    if (text != std::to_string(static_cast<int>(height))) continue;
    c.choice.callHeight = height;
    return c.layoutStale = true;
  }
  return false;
}

// The idle threads of the trace; empty until all of it is known, and while nothing depends on them.
struct Idle {
  uint64_t opening = ~uint64_t{0};
  std::vector<bool> threads;
};

const std::vector<bool>& idleOf(WindowState& c, const Session& session, bool ready) {
  Idle& idle = c.memory.of<Idle>();
  if (session.opening() != idle.opening) idle = {};
  if (!ready || c.choice.sort != TrackSort::Activity || idle.opening == session.opening()) return idle.threads;
  idle = {session.opening(), idleThreads(session.index())};
  return idle.threads;
}

// The unit, and with a CPU the track of its events, which is a unit of its own.
std::vector<TrackId> pinnedWith(const TrackTable& tracks, TrackId unit) {
  std::vector<TrackId> units{unit};
  TrackKey key = tracks[unit].key;
  if (key.kind != TrackKind::Cpu) return units;
  key.kind = TrackKind::Events;
  if (const TrackId events = tracks.find(key); events != kNoTrack) units.push_back(events);
  return units;
}

bool unpin(WindowState& c, const TraceIndex& index, TrackId track) {
  bool was = isPinned(c, index, track);
  pin(c, index, track, false);
  return was;
}

}  // namespace

bool isPinned(const WindowState& c, const TraceIndex& index, TrackId track) {
  const std::vector<TrackId>& pinned = c.choice.pinned;
  return std::find(pinned.begin(), pinned.end(), unitOf(index.tracks(), track)) != pinned.end();
}

void pin(WindowState& c, const TraceIndex& index, TrackId track, bool on) {
  std::vector<TrackId>& pinned = c.choice.pinned;
  for (TrackId one : pinnedWith(index.tracks(), unitOf(index.tracks(), track))) {
    pinned.erase(std::remove(pinned.begin(), pinned.end(), one), pinned.end());
    if (on) pinned.push_back(one);
  }
  c.layoutStale = true;
}

void hide(WindowState& c, const TraceIndex& index, TrackId track) {
  c.choice.hidden.insert(unitOf(index.tracks(), track));
  c.layoutStale = true;
}

void showIdle(WindowState& c, bool shown) {
  c.choice.idleShown = shown;
  c.layoutStale = true;
}

void showHidden(WindowState& c) {
  c.choice.hidden.clear();
  c.layoutStale = true;
}

bool move(WindowState& c, const Session& session, TrackId track, int by) {
  layOut(c, session);
  TrackId unit = unitOf(session.index().tracks(), track);
  std::vector<TrackId>& pinned = c.choice.pinned;
  auto at = std::find(pinned.begin(), pinned.end(), unit);
  c.layoutStale = true;
  if (at == pinned.end()) return moveTrack(session.index(), c.choice, track, by, c.layout.shown);
  auto to = at - pinned.begin() + by;
  if (to < 0 || to >= static_cast<ptrdiff_t>(pinned.size())) return false;
  std::iter_swap(at, pinned.begin() + to);
  return true;
}

const char* sortName(TrackSort sort) {
  static constexpr const char* kNames[] = {"recorded", "name", "pid", "activity"};
  return kNames[static_cast<size_t>(sort)];
}

void sortTracks(WindowState& c, TrackSort by) {
  c.choice.sort = by;
  c.choice.moved.clear();
  c.layoutStale = true;
}

void changeRowHeight(WindowState& c, int by) {
  auto at = std::find(std::begin(kRowHeights), std::end(kRowHeights), c.choice.callHeight) - std::begin(kRowHeights);
  c.choice.callHeight = kRowHeights[std::clamp<ptrdiff_t>(at + by, 0, std::size(kRowHeights) - 1)];
  c.layoutStale = true;
}

void expandTo(WindowState& c, const Session& session, TrackId track) {
  for (TrackId at = session.index().tracks()[track].parent; at != kNoTrack; at = session.index().tracks()[at].parent)
    if (c.collapsed.erase(at) > 0) c.layoutStale = true;
  layOut(c, session);
  if (track >= c.layout.folded.size() || !c.layout.folded[track]) return;
  showIdle(c, true);
  layOut(c, session);
}

void layOut(WindowState& c, const Session& session) {
  if (!c.layoutStale) return;
  const bool ready = session.phase() == Phase::Ready;
  c.layout = makeLayout(session.index(), c.collapsed, c.choice, ready, idleOf(c, session, ready));
  c.layoutStale = false;
}

bool trackCommand(WindowState& c, const Session& session, std::string_view id, std::span<const std::string> args) {
  if (id == "track-filter") return filter(c, args);
  if (id == "show-hidden") return showHidden(c), true;
  if (id == "idle-threads") return showIdle(c, !c.choice.idleShown), true;
  if (id == "sort" && args.size() == 1) return sortBy(c, args[0]);
  if (id == "row-height" && args.size() == 1) return rowHeight(c, args[0]);
  std::optional<TrackId> track = trackOf(c, session, args);
  if (!track) return false;
  if (id == "pin") return pin(c, session.index(), *track, true), true;
  if (id == "unpin") return unpin(c, session.index(), *track);
  if (id == "hide") return hide(c, session.index(), *track), true;
  if (id == "move-up") return move(c, session, *track, -1);
  if (id == "move-down") return move(c, session, *track, 1);
  return false;
}

}  // namespace tp::ui
