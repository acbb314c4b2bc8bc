#include "ui/view/state_track.h"

#include "ui/view/track_tree.h"

namespace tp::ui {

TrackId stateTrackOf(const TrackTable& tracks, TrackId track) {
  TrackKey key = tracks[track].key;
  if (key.kind == TrackKind::ThreadState) return track;
  if (key.kind != TrackKind::Thread && key.kind != TrackKind::Events) return kNoTrack;
  key.kind = TrackKind::ThreadState;
  if (const TrackId own = tracks.find(key); own != kNoTrack) return own;
  // If its key is another one, its parent tells.
  for (TrackId id = 0; id < tracks.size(); ++id)
    if (tracks[id].parent == track && tracks[id].key.kind == TrackKind::ThreadState) return id;
  return kNoTrack;
}

TrackId waitingThread(const TrackTable& tracks, TrackId track) {
  const TrackId states = stateTrackOf(tracks, track);
  if (states != kNoTrack) return tracks[states].parent;
  // A program's own thread, or a track of it: its calls tell when it had no CPU.
  const TrackId unit = unitOf(tracks, track);
  return unit != kNoTrack && tracks[unit].key.kind == TrackKind::Thread ? unit : kNoTrack;
}

}  // namespace tp::ui
