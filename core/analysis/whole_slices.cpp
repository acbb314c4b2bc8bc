#include "core/analysis/whole_slices.h"

#include <algorithm>
#include <limits>

#include "core/analysis/unknown_durations.h"

namespace tp {
namespace {

// Bounds the slices that wait for a caller which may never be reported.
constexpr size_t kMaxWaiting = 65536;

void tellWhole(const CallLane& lane, const CallSetting& setting, const WholeSlice& slice, NameId caller, Time wholes) {
  if (!setting.watch || setting.scope.excludes(slice.begin, slice.end)) return;
  SeenCall seen{lane.track, slice.name, caller, slice.drawn};
  seen.known = slice.begun ? SeenCall::Known::Whole : SeenCall::Known::Unbegun;
  seen.begin = slice.begin;
  seen.duration = slice.end - slice.begin;
  seen.self = minus(seen.duration, wholes);
  seen.place = slice.place;
  setting.watch(seen);
}

// What calls a slice may be a slice of which the callers are not known yet.
void countOutermost(CallLane& lane, const WholeSlice& slice, const SliceCaller& caller, bool early) {
  const NameId outermost = caller.name == kNoName ? kNoName : lane.outermostName(1);
  if (caller.name != kNoName && outermost == kNoName) return lane.profile->outermost.giveUp();
  lane.profile->outermost.add(outermost, slice.name, slice.end - slice.begin, early);
}

// Returns the time that is not the caller's own. The caller's self time still includes it, so it is subtracted here.
Time countWhole(CallLane& lane, const CallSetting& setting, uint32_t stack, const WholeSlice& slice,
                const SliceCaller& caller, bool recursive) {
  const CallScope& scope = setting.scope;
  if (scope.excludes(slice.begin, slice.end)) return 0;
  const Time duration = slice.end - slice.begin;
  // Of one that began unseen, the drawn duration is not known to be its own.
  lane.path.end(stack, slice.begun ? duration : 0, slice.begin, slice.begun, slice.begun);
  if (!slice.begun && scope.stacks && caller.name != kNoName)
    addNotKnown(lane, setting, caller.stack, duration, slice.begin);
  if (!scope.functions || (lane.held && !lane.held->takesWhole(slice.depth))) return duration;
  if (slice.begun) {
    lane.addCall(slice.name, duration, duration, recursive);
    const bool early = scope.early(slice.begin);
    if (early) lane.sumsOf(slice.name).addEarly(duration);
    if (scope.callers) lane.profile->edges.add(caller.name, slice.name, duration);
    if (scope.outermost) countOutermost(lane, slice, caller, early);
  } else {
    lane.sumsOf(slice.name).addOpen(false, duration, duration, recursive);
  }
  // What calls the one within which is counted, is not counted itself.
  if (caller.name == kNoName || (lane.held && lane.held->ends(slice.depth))) return duration;
  FunctionSums& sums = lane.sumsOf(caller.name);
  sums.self = minus(sums.self, duration);
  if (scope.early(caller.begin)) sums.earlySelf = minus(sums.earlySelf, duration);
  return duration;
}

// Returns whether from here on, until endHeld(), is counted what is within the slice.
bool beginHeld(CallLane& lane, const CallSetting& setting, const WholeSlice& slice) {
  if (!lane.held || setting.reader == nullptr) return false;
  return lane.held->begin(slice.depth, setting.reader->names().view(slice.name), true);
}

void endHeld(CallLane& lane, const CallSetting& setting, const WholeSlice& slice) {
  const bool known = slice.begun && !setting.scope.excludes(slice.begin, slice.end);
  lane.held->end(setting.reader->names().view(slice.name), slice.end - slice.begin, known, *lane.profile);
}

}  // namespace

void addWhole(CallLane& lane, const CallSetting& setting, const Record& record) {
  const CallScope& scope = setting.scope;
  const WholeSlice slice{scope.clamp(std::min(record.begun(), lane.now)),
                         scope.clamp(lane.now),
                         record.name,
                         lane.nested ? record.depth : 0u,
                         setting.place,
                         !record.lacksBegin(),
                         record.depth};
  const size_t open = lane.stack.open().size();
  if (slice.depth > open) {
    lane.waiting.push_back(slice);
    if (lane.waiting.size() > kMaxWaiting) settleAllWholes(lane, setting, lane.path.reach(open));
    return;
  }
  SliceCaller caller{lane.path.callerAt(slice.depth), lane.callerName(slice.depth)};
  if (caller.name != kNoName) caller.begin = lane.stack.open()[slice.depth - 1].begin;
  const uint32_t own = lane.path.stackOf(caller.stack, slice.name, slice.begin);
  const bool recursive = scope.functions && lane.functions.calls(slice.name) > 0;
  const bool held = beginHeld(lane, setting, slice);
  const Time taken = countWhole(lane, setting, own, slice, caller, recursive);
  Time wholes = 0;
  if (!lane.waiting.empty())
    wholes = settleWholes(lane, setting, {own, slice.name, slice.begin}, slice.depth + 1, slice.begin);
  if (held) endHeld(lane, setting, slice);
  lane.path.release(own);
  tellWhole(lane, setting, slice, caller.name, wholes);
  if (setting.watch && slice.depth > 0) lane.wholes.add(slice.depth - 1, taken);
}

Time settleWholes(CallLane& lane, const CallSetting& setting, const SliceCaller& caller, uint32_t depth, Time begin) {
  struct Within {
    uint32_t stack;
    const WholeSlice* slice;
    NameId caller;
    Time wholes;  // time of the slices that it called
    bool held;
  };
  std::vector<Within> callers;
  Time outermost = 0;
  auto leave = [&] {
    const Within& last = callers.back();
    if (last.held) endHeld(lane, setting, *last.slice);
    lane.path.release(last.stack);
    tellWhole(lane, setting, *last.slice, last.caller, last.wholes);
    callers.pop_back();
  };
  size_t i = lane.waiting.size();
  while (i > 0 && lane.waiting[i - 1].depth >= depth && lane.waiting[i - 1].begin >= begin) {
    const WholeSlice& slice = lane.waiting[--i];
    while (!callers.empty() &&
           (callers.back().slice->depth >= slice.depth || callers.back().slice->begin > slice.begin)) {
      leave();
    }
    bool recursive = slice.name == caller.name || (setting.scope.functions && lane.functions.calls(slice.name) > 0);
    for (const Within& one : callers) recursive = recursive || one.slice->name == slice.name;
    SliceCaller by = caller;
    if (!callers.empty()) by = {callers.back().stack, callers.back().slice->name, callers.back().slice->begin};
    const uint32_t own = lane.path.stackOf(by.stack, slice.name, slice.begin);
    const bool held = beginHeld(lane, setting, slice);
    const Time taken = countWhole(lane, setting, own, slice, by, recursive);
    Time& within = callers.empty() ? outermost : callers.back().wholes;
    within = plus(within, taken);
    callers.push_back({own, &slice, by.name, 0, held});
  }
  while (!callers.empty()) leave();
  lane.waiting.resize(i);
  return outermost;
}

void settleAllWholes(CallLane& lane, const CallSetting& setting, uint32_t stack) {
  settleWholes(lane, setting, {stack}, 0, std::numeric_limits<Time>::min());
}

}  // namespace tp
