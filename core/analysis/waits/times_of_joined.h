// The times that a kernel's threads give to the calls of their programs, which another trace recorded.
#pragma once

#include "core/analysis/call_profile.h"
#include "core/analysis/joined_times.h"
#include "core/analysis/waits/wait_graph.h"
#include "core/index/trace_index.h"

namespace tp {

// Returns the times of the threads that both traces have (WaitGraph::paired), as far as `scope` counts those of the
// program. Tracks are those of the index. Adds to `sums` what is not certain of them.
JoinedTimes timesOfJoined(const WaitGraph& graph, const TraceIndex& index, const CallScope& scope, StateSums& sums);

}  // namespace tp
