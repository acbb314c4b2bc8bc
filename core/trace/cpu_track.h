// Which track is that of a CPU.
#pragma once

#include <string_view>

#include "core/trace/tracks.h"

namespace tp {

// Returns the track of a CPU of a trace (TrackKey::trace). Of several buffers that record it, the one that is labelled
// so; else the only one. kNoTrack if there is none.
TrackId trackOfCpu(const TrackTable& tracks, int32_t cpu, uint32_t trace, std::string_view label);

}  // namespace tp
