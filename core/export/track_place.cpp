#include "core/export/track_place.h"

#include "core/trace/cpu_name.h"

namespace tp {

TrackId placeOf(const TrackTable& tracks, TrackId track) {
  for (;;) {
    if (tracks[track].key.kind == TrackKind::Process) return track;
    TrackId parent = tracks[track].parent;
    if (parent == kNoTrack) return track;
    track = parent;
  }
}

// Of several traces, only the ids of the first are used as they are: those of others may be the same.
static bool ownIds(const TrackKey& key) {
  return key.label.empty() && key.trace <= 1;
}

bool isOsProcess(const Track& track) {
  constexpr int64_t kMaxId = 1 << 30;
  return track.key.kind == TrackKind::Process && track.key.pid >= 0 && track.key.pid < kMaxId && ownIds(track.key);
}

bool isOsThread(const Track& track) {
  constexpr int64_t kMaxId = 1 << 30;
  return track.key.kind == TrackKind::Thread && track.key.tid > 0 && track.key.tid < kMaxId && ownIds(track.key);
}

std::string fullName(const TrackTable& tracks, TrackId track) {
  const Track& own = tracks[track];
  if (own.key.kind == TrackKind::Thread) return own.detail.empty() ? own.name : own.name + " " + own.detail;
  bool under = own.parent != kNoTrack && tracks[own.parent].key.kind == TrackKind::Thread;
  if (under) return fullName(tracks, own.parent) + " " + own.name;
  // The detail of its tracks says whether the number of a CPU is guessed.
  std::string cpu = cpuName(own.key.cpu);
  if (own.detail == cpuName(own.key.cpu, true)) cpu = own.detail;
  if (own.key.cpu >= 0 && own.name.compare(0, cpu.size(), cpu) != 0) return cpu + " " + own.name;
  return own.name;
}

}  // namespace tp
