// Stacks of samples, which the views weigh as they weigh stacks by the growth of a counter.
#pragma once

#include <string>

#include "core/index/trace_index.h"

namespace tp::ui {

// Returns the event whose samples, or whose periods, weigh stacks under this label of a counter (CallScope::counter);
// null if it is that of another counter. Valid as long as `info`.
const SampledEvent* sampledBy(const TraceInfo& info, const std::string& counter);

// Whether the trace has samples and no calls, so that all stacks are those of samples.
bool isProfile(const TraceIndex& index);

}  // namespace tp::ui
