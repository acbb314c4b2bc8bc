// The table of all verbs of the command line.
#pragma once

#include <functional>
#include <span>

#include "native/cli/verb_options.h"

namespace tp::cli {

// Does what a verb does. Returns the exit status: 0 for success, 1 for warnings (check) and results that are not as
// expected (query), 2 for a failure.
using Run = std::function<int()>;

struct Verb {
  const char* name;
  const char* about;
  // Tells what the verb takes, and returns what to call once that is read.
  Run (*make)(VerbOptions& takes);
};

// All verbs, in the order in which the help lists them.
std::span<const Verb> verbs();

}  // namespace tp::cli
