// What verbs have in common that weigh calls by the states of threads (--by running, ...).
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

// Says on stderr what is not certain of the times. `what` is printed: "stacks", "functions".
void tellUncertain(const StateSums& sums, const TraceIndex& index, const std::string& what);

}  // namespace tp::cli
