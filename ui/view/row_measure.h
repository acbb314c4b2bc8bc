// How high the rows of a track are, in device-independent pixels; `callHeight` is that of a call.
#pragma once

#include "core/index/trace_index.h"

namespace tp::ui {

// All rows of a track.
float trackHeight(const TraceIndex& index, TrackId track, float callHeight);
// Where the row of a depth lies in it, and how high its marks are.
float depthTop(const TraceIndex& index, TrackId track, uint16_t depth, float callHeight);
float depthHeight(const TraceIndex& index, TrackId track, uint16_t depth, float callHeight);

}  // namespace tp::ui
