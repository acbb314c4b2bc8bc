#include "core/trace/cpu_track.h"

namespace tp {

TrackId trackOfCpu(const TrackTable& tracks, int32_t cpu, uint32_t trace, std::string_view label) {
  TrackId only = kNoTrack;
  int found = 0;
  for (TrackId id = 0; id < tracks.size(); ++id) {
    const TrackKey& key = tracks[id].key;
    if (key.kind != TrackKind::Cpu || key.cpu != cpu || key.trace != trace) continue;
    if (key.label == label) return id;
    only = id;
    ++found;
  }
  return found == 1 ? only : kNoTrack;
}

}  // namespace tp
