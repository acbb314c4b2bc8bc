// A filter that limits a side of a comparison to threads.
#pragma once

#include <string>
#include <vector>

#include "core/index/trace_index.h"

namespace tp::cli {

// Leaves of `tids`, the ids of the only threads that count (empty: all), those of threads for which the expression
// holds; sorted. Returns false, after complaining, if it
// is invalid, asks for what threads do not have, or holds for none. `option`: its name, for complaints.
bool filterThreads(const std::string& filter, const std::string& option, const TraceIndex& index,
                   std::vector<int64_t>& tids);

}  // namespace tp::cli
