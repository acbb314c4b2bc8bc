// How scripts and files call a track: by a number that is made of what the track is, the same in every session.
#pragma once

#include <cstdint>

#include "core/trace/tracks.h"

namespace tp {

// Of 48 bits, so that it is exact as a number of JavaScript.
uint64_t trackNumber(const TrackKey& key);

// The track of this number; of several, the one of the least key. kNoTrack where there is none.
TrackId findTrackNumber(const TrackTable& tracks, uint64_t number);

}  // namespace tp
