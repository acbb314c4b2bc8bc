// Which units of a trace (streams and merges) tell what the scheduler did.
#pragma once

#include <cstddef>

#include "core/decode/format.h"

namespace tp {

// Returns whether SchedulingAggregator is to be given the records of a unit. `drawsThreads`: it draws something on the
// track of a thread.
bool tellsScheduling(const TraceReader& reader, size_t unit, bool drawsThreads);

// Returns TrackKey::trace of what a unit reports.
uint32_t traceOfUnit(const TraceReader& reader, size_t unit);

}  // namespace tp
