// Counts the calls of a whole trace in one pass over its streams, without an index, for the verbs that print calls.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/call_profile.h"
#include "core/analysis/logged_tree.h"
#include "core/decode/format.h"
#include "native/cli/arguments.h"
#include "native/cli/open.h"

namespace tp::cli {

struct TraceCalls {
  OpenTrace trace;  // has the names and tracks of the profile, and all warnings
  CallProfile profile;
  std::vector<std::vector<FunctionSums>> apart;  // CallsOfTraces::apart
  std::optional<LoggedTree> stacks;              // of collectStacks() only
};

// Counts with `traces.threads` threads. Returns false (after complaining) if the trace can't be opened.
bool collectCalls(const TraceArguments& traces, const CallScope& scope, TraceCalls& out);

// As collectCalls(), but sets TraceCalls::stacks in place of the profile, as far as they are not of the log.
bool collectStacks(const TraceArguments& traces, const CallScope& scope, TraceCalls& out);

// Sets the range of `scope` if `range` has any limit.
void limit(CallScope& scope, const TimeRange& range);

}  // namespace tp::cli
