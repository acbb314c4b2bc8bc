// Prints who calls a function, and what it calls: the sandwich of the command line.
#pragma once

#include <vector>

#include "core/analysis/function_stats.h"
#include "native/cli/calls.h"

namespace tp::cli {

// Prints those of `options.of`. `scope` and `functions` are what the reader's calls were counted by and to. Returns
// false (after complaining) if there is no such function.
bool printCallers(TraceReader& reader, const FileSet& files, const CallScope& scope,
                  const std::vector<FunctionStats>& functions, const FunctionOptions& options);

}  // namespace tp::cli
