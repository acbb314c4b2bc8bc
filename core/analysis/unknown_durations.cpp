#include "core/analysis/unknown_durations.h"

#include <algorithm>

namespace tp {
namespace {

// A call that is open when the track's next record follows behind the range took all of the rest.
bool isDurationKnown(const CallLane& lane, const CallSetting& setting, const ClosedSlice& slice) {
  if (lane.otherBegin || (slice.flags & (kMarkNoBegin | kMarkBroken)) != 0) return false;
  return (slice.flags & kMarkCut) == 0 || (setting.ending() && lane.behind);
}

}  // namespace

CallEnding endingOf(const CallLane& lane, const CallSetting& setting, const ClosedSlice& slice) {
  CallEnding is;
  is.begun = (slice.flags & kMarkNoBegin) == 0;
  is.counted = (!lane.byEnds || setting.ending() || (slice.flags & kMarkCut) == 0) &&
               !setting.scope.excludes(slice.begin, slice.end);
  // Neither the caller nor the duration of an end without a beginning is known.
  is.placed = is.counted && is.begun && !lane.otherBegin;
  is.known = isDurationKnown(lane, setting, slice);
  // A call that is open when the records end took at least until then.
  const bool lasts = setting.ending() && (slice.flags & kMarkBroken) == 0;
  is.whole = is.placed && (is.known || lasts || setting.reader == nullptr);  // without a reader, all slices count
  return is;
}

void takeFromCaller(CallLane& lane, const CallSetting& setting, const ClosedSlice& slice, bool placed) {
  if (slice.depth == 0) {
    if (placed) addNotKnown(lane, setting, lane.path.top(), slice.self, slice.begin);
    return;
  }
  if (lane.stack.open()[slice.depth - 1u].present == OpenSlice::kMissing) return;
  addNotKnown(lane, setting, lane.path.callerAt(slice.depth), slice.self, slice.begin);
}

void addNotKnown(CallLane& lane, const CallSetting& setting, uint32_t caller, Time duration, Time begin) {
  if (setting.reader == nullptr || duration <= 0) return;
  lane.path.addNotKnown(caller, setting.reader->names().intern(kNotKnown), duration, begin);
}

bool noteSelfDoubt(CallLane& lane, const CallSetting& setting, const ClosedSlice& slice, bool known) {
  const Time own = lane.selfDoubts.take(slice.depth);
  const bool doubted = known && own > 0;
  if (doubted && setting.scope.functions && lane.counts(slice.depth)) {
    FunctionSums& sums = lane.sumsOf(slice.name);
    sums.selfDoubt = plus(sums.selfDoubt, own);
  }
  const bool bounded = known && (slice.flags & kMarkAtMost) != 0;
  if ((known && !bounded) || slice.depth == 0) return doubted;
  const auto caller = static_cast<uint16_t>(slice.depth - 1);
  if (!lane.stack.open()[caller].own()) return doubted;
  // If nothing is missing but its end, it was open when the record before was made.
  const bool lasts = (slice.flags & (kMarkNoBegin | kMarkAtMost)) == 0;
  const Time since = lasts ? std::max(slice.begin, setting.scope.clamp(lane.before)) : slice.begin;
  const Time callers = std::min(slice.self, slice.end - since);
  if (callers <= 0) return doubted;
  lane.stack.markSelfDoubted(caller);
  lane.selfDoubts.add(caller, callers);
  return doubted;
}

}  // namespace tp
