// When parts of a trace begin and end, by what is indexed so far.
#pragma once

#include <vector>

#include "core/index/time_bounds.h"
#include "core/index/trace_index.h"

namespace tp {

// The bounds of slices and states of threads: of everything but events, counters, and the tracks of CPUs, which also
// show what was not recorded.
TimeBounds boundsOfSlices(const TraceIndex& index);

// The bounds of each part of a joined trace, over all its tracks, in the order of TraceInfo::parts.
std::vector<TimeBounds> boundsOfParts(const TraceIndex& index);

// Whether one of the parts shares no time with any other. Empty parts are ignored.
bool liesApart(const std::vector<TimeBounds>& parts);

}  // namespace tp
