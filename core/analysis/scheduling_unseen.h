// What scheduling takes from what is drawn, not from the records: the threads of which nothing is known within a range,
// and when the parts of a joined trace begin and end.
#pragma once

#include "core/analysis/call_profile.h"
#include "core/analysis/scheduling.h"
#include "core/index/trace_index.h"

namespace tp {

// Returns the scope as workers are asked for it: within the trace and, of traces opened together, each from its own
// beginning on. What records tell of before is not drawn.
SchedulingScope drawnScope(const SchedulingScope& scope, const TraceIndex& index);

// Limits a scope that weighs by states in the same way; others stay as they are.
void limitStates(CallScope& scope, const TraceIndex& index);

// Adds those whose state is unknown in all of scheduling.scope, a limited range, but drawn there: the record that makes
// them known comes after the range, where SchedulingAggregator does not look. To be called before
// Scheduling::finish(); tracks are those of `index`.
void addUnseenThreads(Scheduling& scheduling, const TraceIndex& index);

// Of traces opened together: CPUs of which no stream tells when they were recorded count as recorded from the beginning
// of their own trace to its end. To be called before Scheduling::finish().
void limitToTraces(Scheduling& scheduling, const TraceIndex& index);

}  // namespace tp
