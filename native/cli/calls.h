// The calls of a whole trace in one pass over its streams, without an index: what the verbs about calls print.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/call_profile.h"
#include "core/decode/format.h"
#include "native/cli/commands.h"
#include "native/cli/open.h"

namespace tp::cli {

struct TraceCalls {
  OpenTrace trace;  // whose names and tracks the profile speaks of, and which has all warnings
  CallProfile profile;
  std::vector<std::vector<FunctionSums>> apart;  // CallsOfTraces::apart
};

// On so many threads. False (after complaining): can't be opened.
bool collectCalls(const TraceArguments& traces, const CallScope& scope, TraceCalls& out);

void limit(CallScope& scope, const TimeRange& range);

}  // namespace tp::cli
