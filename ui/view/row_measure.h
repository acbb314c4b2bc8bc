// Heights of the rows of a track, in device-independent pixels. `callHeight`: of a row of calls.
#pragma once

#include "core/index/trace_index.h"

namespace tp::ui {

// The height of all rows of a track.
float trackHeight(const TraceIndex& index, TrackId track, float callHeight);
// The top of the row of a depth within the track, and the height of its marks.
float depthTop(const TraceIndex& index, TrackId track, uint16_t depth, float callHeight);
float depthHeight(const TraceIndex& index, TrackId track, uint16_t depth, float callHeight);

}  // namespace tp::ui
