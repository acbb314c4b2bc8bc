// Prints who calls a function, and what it calls: the sandwich of the command line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/function_stats.h"
#include "native/cli/arguments.h"
#include "native/cli/calls.h"

namespace tp::cli {

struct FunctionOptions {
  TraceArguments traces;
  std::string format = "text";
  std::string by;       // word of a StateWeight; empty: calls by their durations
  std::string counter;  // what functions are weighed by in place of time; empty: none
  std::string sort = "total";
  std::string of;  // prints the callers and callees of this function instead of all functions; empty: none
  TimeRange range;
  std::vector<int64_t> tids;  // empty: all
};

// Prints those of `options.of`. `scope` and `functions` are what the reader's calls were counted by and to. Returns
// false (after complaining) if there is no such function.
bool printCallers(TraceReader& reader, const FileSet& files, const CallScope& scope,
                  const std::vector<FunctionStats>& functions, const FunctionOptions& options);

}  // namespace tp::cli
