// Tells traces apart without revealing what they are.
#pragma once

#include <cstdint>

#include "core/index/trace_index.h"

namespace tp {

// A hash of the trace's format, number of rows, and first and last time: the same for a copy under another name. Of
// joined traces, it is another one where they lie in another order.
// Meaningful once the whole trace is indexed.
uint32_t traceMark(const TraceIndex& index);
// The same wherever joined traces lie on the axis.
uint32_t recordsMark(const TraceIndex& index);

}  // namespace tp
