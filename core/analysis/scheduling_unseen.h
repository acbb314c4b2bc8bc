// The threads of which nothing is known within a range.
#pragma once

#include "core/analysis/scheduling.h"
#include "core/index/trace_index.h"

namespace tp {

// Adds those whose state is unknown in all of scheduling.scope, a limited range, but drawn there: the record that makes
// them known comes after the range, where SchedulingAggregator does not look. To be called before
// Scheduling::finish(); tracks are those of `index`.
void addUnseenThreads(Scheduling& scheduling, const TraceIndex& index);

}  // namespace tp
