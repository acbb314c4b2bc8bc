// Which traces tell when threads had a CPU, and when not.
#pragma once

#include <string>
#include <vector>

#include "core/index/trace_index.h"

namespace tp {

// Returns whether the trace tells it, or any of several.
bool tellsStates(const TraceIndex& index);
// Returns whether the trace tells when threads ran: that, or on which CPU a program's threads made their calls.
bool tellsRunning(const TraceIndex& index);
// Returns the names of those of several traces that have threads, and certainly do not tell it.
std::vector<std::string> tracesWithoutStates(const TraceIndex& index);
// Says which these are, for users; empty if there are none.
std::string statesMissingText(const TraceIndex& index);

}  // namespace tp
