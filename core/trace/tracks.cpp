#include "core/trace/tracks.h"

#include <utility>

namespace tp {

const char* trackKindName(TrackKind kind) {
  switch (kind) {
    case TrackKind::Group:
      return "group";
    case TrackKind::Process:
      return "process";
    case TrackKind::Thread:
      return "thread";
    case TrackKind::ThreadState:
      return "state";
    case TrackKind::Cpu:
      return "cpu";
    case TrackKind::Counter:
      return "counter";
    case TrackKind::Async:
      return "async";
    default:
      return "events";
  }
}

bool isBefore(const Track& a, const Track& b) {
  return a.order != b.order ? a.order < b.order : a.key < b.key;
}

namespace {

// Replaces `text` if what is said is better known; returns whether anything has changed.
bool believe(std::string& text, Knowledge& by, std::string_view said, Knowledge sayer) {
  if (said.empty() || sayer < by || (sayer == by && said <= text)) return false;
  by = sayer;
  text = said;
  return true;
}

}  // namespace

TrackId TrackTable::add(Track track) {
  auto at = ids_.lower_bound(&track.key);
  if (at == ids_.end() || track.key < *at->first) {
    const auto id = static_cast<TrackId>(tracks_.size());
    if (track.parent == kNoTrack) track.parentBy = {};
    if (track.name.empty()) track.nameBy = {};
    if (track.detail.empty()) track.detailBy = {};
    tracks_.push_back(std::move(track));
    ids_.emplace_hint(at, &tracks_.back().key, id);
    changed_.push_back(++version_);
    return id;
  }
  const TrackId id = at->second;
  setName(id, track.name, track.nameBy);
  setDetail(id, track.detail, track.detailBy);
  if (track.parent != kNoTrack) setParent(id, track.parent, track.parentBy);
  addLife(id, track.life);
  if (track.order < tracks_[id].order) {
    tracks_[id].order = track.order;
    changed(id);
  }
  return id;
}

std::vector<TrackId> TrackTable::addAll(const std::vector<Track>& theirs) {
  std::vector<TrackId> ids;
  ids.reserve(theirs.size());
  for (Track track : theirs) {
    track.parent = kNoTrack;
    ids.push_back(add(std::move(track)));
  }
  for (size_t i = 0; i < theirs.size(); ++i)
    if (theirs[i].parent < ids.size()) setParent(ids[i], ids[theirs[i].parent], theirs[i].parentBy);
  return ids;
}

void TrackTable::setParent(TrackId id, TrackId parent, Knowledge by) {
  if (id >= tracks_.size() || parent >= tracks_.size()) return;
  Track& track = tracks_[id];
  if (by < track.parentBy) return;
  if (by == track.parentBy && track.parent != kNoTrack && !(tracks_[track.parent].key < tracks_[parent].key)) return;
  for (TrackId at = parent; at != kNoTrack; at = tracks_[at].parent)
    if (at == id) return;
  track.parent = parent;
  track.parentBy = by;
  changed(id);
}

void TrackTable::setName(TrackId id, std::string_view name, Knowledge by) {
  if (id < tracks_.size() && believe(tracks_[id].name, tracks_[id].nameBy, name, by)) changed(id);
}

void TrackTable::setDetail(TrackId id, std::string_view detail, Knowledge by) {
  if (id < tracks_.size() && believe(tracks_[id].detail, tracks_[id].detailBy, detail, by)) changed(id);
}

void TrackTable::addLife(TrackId id, const Lifetime& life) {
  if (id < tracks_.size() && tracks_[id].life.add(life)) changed(id);
}

std::vector<TrackId> TrackTable::changedSince(uint64_t version) const {
  std::vector<TrackId> ids;
  if (version == version_) return ids;
  for (TrackId id = 0; id < tracks_.size(); ++id)
    if (changed_[id] > version) ids.push_back(id);
  return ids;
}

std::vector<TrackId> TrackTable::byKey() const {
  std::vector<TrackId> ids;
  ids.reserve(tracks_.size());
  for (const auto& [key, id] : ids_) ids.push_back(id);
  return ids;
}

TrackId TrackTable::find(const TrackKey& key) const {
  auto found = ids_.find(&key);
  return found == ids_.end() ? kNoTrack : found->second;
}

std::string_view traceName(const TrackTable& tracks, uint32_t trace) {
  const TrackId heading = tracks.find(headingOfTrace(trace));
  return heading == kNoTrack ? std::string_view() : std::string_view(tracks[heading].name);
}

}  // namespace tp
