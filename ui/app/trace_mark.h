// Tells traces from each other without telling what they are.
#pragma once

#include <cstdint>

#include "core/index/trace_index.h"

namespace tp::ui {

// A hash of the trace's format, number of records, and first and last time: the same for a copy under another name. 0
// for no trace. Of use once all of the trace is indexed.
uint32_t traceMark(const TraceIndex& index);

}  // namespace tp::ui
