// From when to when parts of a trace last, of what is indexed so far.
#pragma once

#include <vector>

#include "core/index/time_bounds.h"
#include "core/index/trace_index.h"

namespace tp {

// Of all that lasts: slices and states of threads and CPUs, not the instants and counters that lie beside them.
TimeBounds boundsOfSlices(const TraceIndex& index);

// Of each of the traces that are joined, in the order of TraceInfo::parts: all of its tracks.
std::vector<TimeBounds> boundsOfParts(const TraceIndex& index);

// Whether one of them shares no time with any other. Those that are empty are not asked.
bool liesApart(const std::vector<TimeBounds>& parts);

}  // namespace tp
