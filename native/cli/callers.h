// Who calls a function, and what it calls: the sandwich of the command line.
#pragma once

#include <vector>

#include "core/analysis/function_stats.h"
#include "native/cli/calls.h"

namespace tp::cli {

// Of `options.of`; the scope is that of `functions`, which the reader's calls were counted to. False (after
// complaining) where there is no such function.
bool printCallers(TraceReader& reader, const FileSet& files, const CallScope& scope,
                  const std::vector<FunctionStats>& functions, const FunctionOptions& options);

}  // namespace tp::cli
