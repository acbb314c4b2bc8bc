// Slices that were recorded as a whole, when they ended (RecordKind::Slice). The caller of one may be recorded later
// still, so that it waits until it is known who called whom.
#pragma once

#include "core/analysis/call_lane.h"

namespace tp {

// Who called a slice: its stack, and kNoName if no caller was recorded.
struct SliceCaller {
  uint32_t stack = 0;
  NameId name = kNoName;
  Time begin = 0;
};

// Counts the slice of this record, or lets it wait.
void addWhole(CallLane& lane, const CallSetting& setting, const Record& record);
// Counts the waiting slices at `depth` or deeper that began at `begin` or later: `caller` called them, directly or not.
// Returns the time of the outermost of them.
Time settleWholes(CallLane& lane, const CallSetting& setting, const SliceCaller& caller, uint32_t depth, Time begin);
// Counts all that wait. Nobody called them.
void settleAllWholes(CallLane& lane, const CallSetting& setting, uint32_t stack);

}  // namespace tp
