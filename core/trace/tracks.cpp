#include "core/trace/tracks.h"

#include <utility>

namespace tp {

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

TrackId TrackTable::find(const TrackKey& key) const {
  auto found = ids_.find(key);
  return found == ids_.end() ? kNoTrack : found->second;
}

}  // namespace tp
