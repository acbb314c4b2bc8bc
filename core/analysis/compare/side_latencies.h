// How long things of a kernel took on one side of a comparison: what `tracepane latencies` lists, as SideTimes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/compare/timed_changes.h"
#include "core/analysis/latency_kinds.h"
#include "core/analysis/scheduling.h"
#include "core/analysis/slice_groups.h"
#include "core/analysis/softirq_waits.h"

namespace tp {

// By LatencyKind.
TimedKinds latencyTimes();
// Returns the times of a side that has none yet.
SideTimes noLatencies(ComparedSide side);

// Adds groups by name of a kind of slices, the answer to latencyQuery().
void addSlices(SideTimes& times, SliceKind kind, std::span<const SliceGroup> groups, const NameTable& names);
// Adds how long softirqs were pending.
void addSoftirqs(SideTimes& times, const SoftirqWaits& waits, const TrackTable& tracks);
// Adds the wakeups of all threads, or of those with these ids: of some, neither the median nor the halves are known.
void addWakeups(SideTimes& times, const Scheduling& scheduling, const TrackTable& tracks,
                std::span<const int64_t> tids);

}  // namespace tp
