// What verbs have in common that weigh stacks by the states of threads (--by running, ...) or by what a counter grew
// (--counter).
#pragma once

#include <string>
#include <vector>

#include "core/analysis/call_profile.h"
#include "native/cli/indexed.h"

namespace tp::cli {

// The words of the weights, for --by.
std::vector<std::string> stateWords();

// Opens a trace and indexes it. Returns false (after complaining) if it can't be opened, or tells no states of threads.
// `tids`: threads that are asked for.
bool openWithStates(IndexedTrace& trace, const TraceArguments& traces, const std::vector<int64_t>& tids);

// Returns false (after complaining) if no counter of a thread, and nothing that was sampled, is called so. An empty
// name is no counter.
bool counterOrComplain(const TrackTable& tracks, const TraceInfo& info, const std::string& counter);

// Of a trace without calls, whose samples have stacks: returns by what these are weighed where nothing else was asked
// for, after saying so on stderr; else nothing.
std::string samplesInstead(const TraceInfo& info, bool calls);

// Says on stderr what is not certain of the times. `what` is printed: "stacks", "functions".
void tellUncertain(const StateSums& sums, const TraceIndex& index, const std::string& what);

}  // namespace tp::cli
