// What is known of the duration of a call, and where the time goes of which it is not known whose it is.
#pragma once

#include "core/analysis/call_lane.h"

namespace tp {

// What is known of a call that something has ended.
struct CallEnding {
  bool begun = false;    // its beginning was recorded
  bool counted = false;  // as a call, or as one that has no beginning or no end
  bool placed = false;   // it is counted, and who called it is known
  bool known = false;    // its duration within the range is known
  bool whole = false;    // its stack has all of its duration; else it has the time of its callees only
};
CallEnding endingOf(const CallLane& lane, const CallSetting& setting, const ClosedSlice& slice);

// The time of a call whose duration is not known, without its callees, is not its caller's own: CallStack gives the
// caller no self time for it, and this gives the caller's stack none either.
void takeFromCaller(CallLane& lane, const CallSetting& setting, const ClosedSlice& slice, bool placed);
// Adds time that is not the caller's own, but of a call that is not known, as a callee named kNotKnown.
void addNotKnown(CallLane& lane, const CallSetting& setting, uint32_t caller, Time duration, Time begin);

// The call ends, with a duration that is known or not. If it is not, or is a bound, the caller of the call may have
// spent more or less time outside of it than is drawn: that is noted. Returns whether the same was noted of the call.
bool noteSelfDoubt(CallLane& lane, const CallSetting& setting, const ClosedSlice& slice, bool known);

}  // namespace tp
