// Prints functions by the time of threads on or off the CPU, or by what a counter grew: by the samples of a profile.
#pragma once

#include "native/cli/callers.h"

namespace tp::cli {

// Returns the exit status.
int functionTimes(const FunctionOptions& options);

}  // namespace tp::cli
