// Prints functions by the time of threads on or off the CPU.
#pragma once

#include "native/cli/callers.h"

namespace tp::cli {

// Returns the exit status.
int functionTimes(const FunctionOptions& options);

}  // namespace tp::cli
