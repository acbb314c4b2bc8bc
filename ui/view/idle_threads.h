// Which threads hardly ran, by the resident marks of their states.
#pragma once

#include <vector>

#include "core/index/trace_index.h"

namespace tp::ui {

// Returns, by track, whether it is a thread that is known to have run for less than a thousandth of the time for which
// the busiest one ran, or not at all. Time of which it is not recorded what the thread did does not count. A thread
// without states is not idle: when it ran is not known. Takes some milliseconds on a large trace.
std::vector<bool> idleThreads(const TraceIndex& index);

}  // namespace tp::ui
