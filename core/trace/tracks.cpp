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

TrackId TrackTable::add(Track track) {
  auto [at, fresh] = ids_.try_emplace(track.key, static_cast<TrackId>(tracks_.size()));
  if (fresh) {
    tracks_.push_back(std::move(track));
    ++version_;
    return at->second;
  }
  Track& known = tracks_[at->second];
  if (!track.name.empty() && track.name != known.name) {
    known.name = std::move(track.name);
    ++version_;
  }
  if (!track.detail.empty() && track.detail != known.detail) {
    known.detail = std::move(track.detail);
    ++version_;
  }
  return at->second;
}

void TrackTable::setParent(TrackId id, TrackId parent) {
  if (id >= tracks_.size() || parent >= tracks_.size() || tracks_[id].parent == parent) return;
  for (TrackId at = parent; at != kNoTrack; at = tracks_[at].parent)
    if (at == id) return;
  tracks_[id].parent = parent;
  ++version_;
}

void TrackTable::setName(TrackId id, std::string_view name) {
  if (id >= tracks_.size() || tracks_[id].name == name) return;
  tracks_[id].name = name;
  ++version_;
}

TrackId TrackTable::find(const TrackKey& key) const {
  auto found = ids_.find(key);
  return found == ids_.end() ? kNoTrack : found->second;
}

}  // namespace tp
