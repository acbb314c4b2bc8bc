// Stable numbers of tracks, for scripts and files: a hash of the key, the same in every session.
#pragma once

#include <cstdint>

#include "core/trace/tracks.h"

namespace tp {

// Returns 48 bits, which JavaScript's numbers represent exactly.
uint64_t trackNumber(const TrackKey& key);

// Returns the track with this number; if several have it, the one with the least key; kNoTrack if there is none.
TrackId findTrackNumber(const TrackTable& tracks, uint64_t number);

}  // namespace tp
