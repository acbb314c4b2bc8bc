// What is said of a range of time in which there is nothing of the trace.
#pragma once

#include <string>

#include "core/index/trace_index.h"

namespace tp {

// "nothing of the trace lies from 1 to 100: its records are from 2060739185508 to 2060982528236", in units of the
// clock; both ends belong to the range. Empty if a part of the trace does lie there.
std::string outsideNote(const TraceIndex& index, Time from, Time to);

}  // namespace tp
