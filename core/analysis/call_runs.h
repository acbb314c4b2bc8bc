// Runs of begins and ends of one track, which are most of all records: what is usual among them is counted without
// leaving the registers.
#pragma once

#include "core/analysis/call_lane.h"

namespace tp {

// How many levels deeper a run of calls may go before it asks for room again. Bounded, because the set-up of a loop
// takes time in proportion to it.
inline constexpr size_t kMaxAhead = 64;

// Adds the records of the lane from `at` on, up to the first that is neither a begin nor an end of it, and returns that
// one, or `end`. No slices may be waiting, and the setting must have no range.
const Record* addRun(CallLane& lane, const CallSetting& setting, const Record* at, const Record* end);

}  // namespace tp
