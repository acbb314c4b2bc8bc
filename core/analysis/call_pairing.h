// Pairs the begins and ends of a track into calls, which are counted by function and by stack.
#pragma once

#include "core/analysis/call_lane.h"

namespace tp {

// Adds the next record of the track. `before` is the time of the record before it. The lane must have the setting's
// scope in all of these.
void addRecord(CallLane& lane, const CallSetting& setting, const Record& record, Time before);
inline void addRecord(CallLane& lane, const CallSetting& setting, const Record& record) {
  addRecord(lane, setting, record, lane.now);
}
// Goes on with calls that are open already, on a lane to which nothing was added.
void restoreOpen(CallLane& lane, const CallSetting& setting, Time start, std::vector<OpenSlice> open);
// What is open at `depth` or deeper ends at this time. That is all that is known of its end.
void cutCalls(CallLane& lane, const CallSetting& setting, Time time, uint16_t depth);
// Ends all that is open, at the end of the stream.
void endCalls(CallLane& lane, const CallSetting& setting, Time time);

}  // namespace tp
