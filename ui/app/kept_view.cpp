#include "ui/app/kept_view.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/trace/sums.h"
#include "ui/view/drawn_times.h"
#include "ui/view/laid_plots.h"

namespace tp::ui {
namespace {

// Adds tracks to the list of keys, and returns their positions in it.
class Keeper {
 public:
  Keeper(const TrackTable& tracks, KeptView& out) : tracks_(tracks), out_(out) {}

  TrackId operator()(TrackId track) {
    if (track >= tracks_.size()) return kNoTrack;
    auto [at, fresh] = places_.try_emplace(track, static_cast<TrackId>(out_.tracks.size()));
    if (fresh) out_.tracks.push_back(tracks_[track].key);
    return at->second;
  }
  template <class List>
  std::vector<TrackId> all(const List& list) {
    std::vector<TrackId> places;
    for (TrackId track : list) places.push_back((*this)(track));
    return places;
  }

 private:
  const TrackTable& tracks_;
  KeptView& out_;
  std::map<TrackId, TrackId> places_;
};

// Finds a track by its key. A trace that was alone may be the first of several now, or the other way round.
TrackId findKept(const TraceIndex& index, TrackKey key) {
  TrackId found = index.tracks().find(key);
  if (found != kNoTrack) return found;
  key.trace = index.info().parts.empty() ? 0 : key.trace == 0 ? index.info().parts.front().number : key.trace;
  return index.tracks().find(key);
}

std::vector<TrackId> findAll(const std::vector<TrackId>& places, const std::vector<TrackId>& now) {
  std::vector<TrackId> found;
  for (TrackId place : places)
    if (place < now.size() && now[place] != kNoTrack) found.push_back(now[place]);
  return found;
}

std::vector<TrackId> sorted(std::vector<TrackId> tracks) {
  std::sort(tracks.begin(), tracks.end());
  return tracks;
}

Time shiftIn(const std::vector<std::pair<uint32_t, Time>>& shifts, uint32_t number) {
  for (const auto& [trace, shift] : shifts)
    if (trace == number) return shift;
  return 0;
}

std::vector<std::pair<uint32_t, Time>> shiftsOf(const TraceIndex& index) {
  std::vector<std::pair<uint32_t, Time>> shifts;
  for (const TracePart& part : index.info().parts) shifts.emplace_back(part.number, part.shift);
  return shifts;
}

// A stretch goes along when its trace is shifted. If another trace gives the axis its zero now, none would fit.
void showKeptStretches(Context& c, const KeptView& kept) {
  const std::vector<TracePart>& parts = c.index().info().parts;
  if (kept.stretches.empty() || parts.empty() || parts.front().number != kept.axisOf) return;
  std::vector<Stretch> stretches;
  for (const Stretch& one : kept.stretches) stretches.push_back(moved(one, shiftIn(shiftsOf(c.index()), one.trace)));
  setStretches(c, c.index(), stretches);
}

}  // namespace

KeptView keepView(const WindowState& c, const TraceIndex& index) {
  const TrackTable& tracks = index.tracks();
  KeptView out;
  Keeper keep(tracks, out);
  out.begin = c.view.base() + std::llround(c.view.target().begin);
  out.end = c.view.base() + std::llround(c.view.target().end);
  out.moved = c.view.moved();
  out.range = c.range;
  if (c.range) out.rangeTracks = keep.all(c.range->tracks);
  if (c.selection && c.selection->track < tracks.size())
    out.selection = LinkPlace::of(tracks[c.selection->track].key, c.selection->mark.depth, c.selection->mark.begin);
  out.choice = c.choice;
  out.choice.pinned = keep.all(c.choice.pinned);
  std::vector<TrackId> hidden = keep.all(c.choice.hidden);
  out.choice.hidden = {hidden.begin(), hidden.end()};
  out.choice.moved.clear();
  out.choice.laid.clear();
  out.plots = c.plots.wishes();
  out.laid = laidPlots(index, c.choice);
  for (const auto& [parent, children] : c.choice.moved) out.choice.moved[keep(parent)] = keep.all(children);
  out.collapsed = keep.all(c.collapsed);
  out.markers = c.markers;
  out.queries = c.queryTracks.wishes();
  out.durations = c.durations.wishes(index);
  out.search = c.search;
  out.scroll = c.scroll;
  out.shifts = shiftsOf(index);
  for (const Stretch& one : c.joint.stretches)
    out.stretches.push_back(moved(one, minus(0, shiftIn(out.shifts, one.trace))));
  if (!index.info().parts.empty()) out.axisOf = index.info().parts.front().number;
  return out;
}

std::optional<LinkPlace> showKept(Context& c, const KeptView& kept) {
  const TraceIndex& index = c.index();
  showKeptStretches(c, kept);
  std::vector<TrackId> now;
  for (const TrackKey& key : kept.tracks) now.push_back(findKept(index, key));
  c.choice = kept.choice;
  c.choice.pinned = findAll(kept.choice.pinned, now);
  std::vector<TrackId> hidden = findAll({kept.choice.hidden.begin(), kept.choice.hidden.end()}, now);
  c.choice.hidden = {hidden.begin(), hidden.end()};
  c.choice.moved.clear();
  for (const auto& [parent, children] : kept.choice.moved) {
    TrackId ours = parent < now.size() ? now[parent] : kNoTrack;
    if (parent == kNoTrack || ours != kNoTrack) c.choice.moved[ours] = findAll(children, now);
  }
  std::vector<TrackId> collapsed = findAll(kept.collapsed, now);
  c.collapsed = {collapsed.begin(), collapsed.end()};
  c.markers = kept.markers;
  for (const QueryTrackWish& wish : kept.queries) c.queryTracks.add(wish);
  c.durations.addWishes(c, kept.durations);
  c.plots.addWishes(c, kept.plots, kept.laid);
  c.search = kept.search;
  c.scroll = kept.scroll;
  c.layoutStale = true;
  // These times may be outside of what is open now.
  const TimeBounds drawn = drawnBounds(c, index);
  bool inside = kept.begin < drawn.end && kept.end > drawn.begin;
  if (kept.moved && inside) {
    c.view.show(kept.begin, kept.end);
    c.view.jump();
  }
  if (kept.range && kept.range->first < index.end() && kept.range->second > index.begin())
    c.range = MarkedRange(kept.range->first, kept.range->second, sorted(findAll(kept.rangeTracks, now)));
  if (!kept.selection) return std::nullopt;
  LinkPlace place = *kept.selection;
  Time before = shiftIn(kept.shifts, place.trace);
  if (index.info().parts.empty()) {
    place.trace = 0;
  } else if (place.trace == 0) {
    place.trace = index.info().parts.front().number;
  }
  place.time += shiftIn(shiftsOf(index), place.trace) - before;
  return place;
}

}  // namespace tp::ui
