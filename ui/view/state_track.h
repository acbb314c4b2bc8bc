// The track with the states of a thread, and the thread of a track.
#pragma once

#include "core/trace/tracks.h"

namespace tp::ui {

// Returns the track with the states of the thread whose calls, events or states `track` has; kNoTrack if there is none.
TrackId stateTrackOf(const TrackTable& tracks, TrackId track);

// Returns the thread that a track belongs to whose waits may be known; kNoTrack if there is none.
TrackId waitingThread(const TrackTable& tracks, TrackId track);

}  // namespace tp::ui
