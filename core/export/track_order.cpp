#include "core/export/track_order.h"

#include <algorithm>

namespace tp {

OrderedTracks orderTracks(const TrackTable& tracks) {
  OrderedTracks ordered;
  ordered.of.assign(tracks.size(), kNoTrack);
  std::vector<std::vector<TrackId>> children(tracks.size() + size_t{1});
  for (TrackId id = 0; id < tracks.size(); ++id)
    children[std::min<uint32_t>(tracks[id].parent, tracks.size())].push_back(id);
  // The last one first, as they are taken from a stack.
  auto later = [&](TrackId a, TrackId b) { return isBefore(tracks[b], tracks[a]); };
  for (std::vector<TrackId>& list : children) std::sort(list.begin(), list.end(), later);
  std::vector<TrackId> left = children.back();
  while (!left.empty()) {
    TrackId id = left.back();
    left.pop_back();
    Track track = tracks[id];
    if (track.parent < ordered.of.size()) track.parent = ordered.of[track.parent];
    ordered.of[id] = ordered.table.add(std::move(track));
    left.insert(left.end(), children[id].begin(), children[id].end());
  }
  return ordered;
}

}  // namespace tp
