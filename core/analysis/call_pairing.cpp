#include "core/analysis/call_pairing.h"

#include <algorithm>
#include <utility>

#include "core/analysis/call_logging.h"
#include "core/analysis/unknown_durations.h"
#include "core/analysis/whole_slices.h"

namespace tp {
namespace {

using Known = SeenCall::Known;

void tellCall(const CallLane& lane, const CallSetting& setting, const ClosedSlice& slice, Known known, bool doubted,
              Time wholes) {
  SeenCall seen{lane.track, slice.name, lane.callerName(slice.depth), slice.depth, known, doubted};
  seen.begin = slice.begin;
  seen.duration = slice.end - slice.begin;
  seen.self = minus(slice.self, wholes);
  seen.atMost = known == Known::Whole && (slice.flags & kMarkAtMost) != 0;
  if (setting.phase == CallSetting::Phase::Records && setting.place.known) {
    seen.place = setting.place;
  } else if (slice.depth < lane.places.size()) {
    seen.place = lane.places[slice.depth];
  }
  setting.watch(seen);
}

void countFunction(CallLane& lane, const CallSetting& setting, const ClosedSlice& slice, const CallEnding& is) {
  if (!lane.counts(slice.depth)) return;
  if (is.begun) --lane.functions.calls(slice.name);
  const Time duration = slice.end - slice.begin;
  if (!is.counted) {
    if (is.begun && !setting.scope.excludes(slice.begin, slice.end)) ++lane.sumsOf(slice.name).open;
    return;
  }
  const bool recursive = lane.isRecursive(setting, slice.depth, slice.name);
  if (!is.known) return lane.sumsOf(slice.name).addOpen(is.placed, duration, slice.self, recursive);
  lane.addCall(slice.name, duration, slice.self, recursive);
  const bool early = setting.scope.early(slice.begin);
  if (early) lane.sumsOf(slice.name).addEarly(slice.self);
  if ((slice.flags & kMarkAtMost) != 0) lane.sumsOf(slice.name).addAtMost(duration);
  if (setting.scope.callers) lane.profile->edges.add(lane.callerName(slice.depth), slice.name, slice.self);
  if (setting.scope.outermost)
    lane.profile->outermost.add(lane.outermostName(slice.depth), slice.name, slice.self, early);
}

// A function is called at `depth`.
void beginFunction(CallLane& lane, const CallSetting& setting, size_t depth, NameId name) {
  if (lane.held && setting.reader != nullptr) lane.held->begin(depth, setting.reader->names().view(name), false);
  // Calls outside of those that count make none within them recursive.
  if (lane.counts(depth)) ++lane.functions.calls(name);
}

// Returns the stack of the call.
uint32_t countStack(CallLane& lane, const CallSetting& setting, const ClosedSlice& slice, const CallEnding& is) {
  if (!lane.path.counts()) return CallTree::kRoot;
  const uint32_t own = is.begun ? lane.path.at(slice.depth) : lane.path.begin(slice.depth, slice.name, slice.begin);
  const bool lost = !is.counted && is.begun && !setting.scope.excludes(slice.begin, slice.end);
  if (lost) lane.path.lose(own);
  const Time duration = slice.end - slice.begin;
  // Otherwise only the time of its callees counts.
  lane.path.end(own, is.whole ? duration : duration - slice.self, slice.begin, is.placed, is.known);
  if (is.counted && !is.whole) takeFromCaller(lane, setting, slice, is.placed);
  return own;
}

void countCall(CallLane& lane, const CallSetting& setting, const ClosedSlice& slice) {
  const CallEnding is = endingOf(lane, setting, slice);
  const bool functions = setting.scope.functions, watched = static_cast<bool>(setting.watch);
  const uint32_t own = countStack(lane, setting, slice, is);
  const bool doubted = (functions || watched) && noteSelfDoubt(lane, setting, slice, is.known && is.counted);
  if (functions) countFunction(lane, setting, slice, is);
  Time wholes = 0;
  if (!lane.waiting.empty())
    wholes = settleWholes(lane, setting, {own, slice.name, slice.begin}, slice.depth + 1u, slice.begin);
  lane.path.cut(slice.depth);
  if (lane.held && lane.held->ends(slice.depth)) {
    // Of a duration that is an upper bound, it is not known on which side of another bound it is.
    const bool exact = is.counted && is.known && (slice.flags & kMarkAtMost) == 0;
    lane.held->end(setting.reader->names().view(slice.name), slice.end - slice.begin, exact, *lane.profile);
  }
  if (!watched) return;
  wholes = plus(wholes, lane.wholes.take(slice.depth));
  if (!is.counted && (!is.begun || setting.scope.excludes(slice.begin, slice.end))) return;
  const Known known = is.counted && is.known ? Known::Whole : !is.counted || is.placed ? Known::Open : Known::Unbegun;
  tellCall(lane, setting, slice, known, doubted, wholes);
}

// Gives the call that ends the name of its end, whatever name it began with.
void renameByEnd(CallLane& lane, const CallSetting& setting, const Record& end) {
  const uint16_t depth = end.depth;
  const std::span<const OpenSlice> open = lane.stack.open();
  lane.functions.setKey(depth, OpenFunctions::Key::of(end));
  if (depth >= open.size() || !open[depth].own() || open[depth].name == end.name) return;
  lane.otherBegin = true;
  const NameId before = open[depth].name;
  const Time begin = open[depth].begin, now = setting.scope.clamp(lane.now);
  const bool counts = !setting.scope.excludes(begin, now);
  if (setting.scope.functions && lane.counts(depth)) {
    --lane.functions.calls(before);
    ++lane.functions.calls(end.name);
    if (counts) ++lane.sumsOf(before).open;
  }
  if (setting.watch && counts) tellCall(lane, setting, {begin, now, 0, before, depth, 0}, Known::Open, false, 0);
  lane.path.rename(depth, end.name, begin, now, counts);
  lane.stack.rename(depth, end.name);
}

}  // namespace

void addRecord(CallLane& lane, const CallSetting& setting, const Record& record, Time before) {
  lane.logging->release(lane);
  lane.before = before;
  if (record.time > lane.now) lane.now = record.time;
  const Time time = setting.scope.clamp(lane.now);
  const auto below = static_cast<uint16_t>(record.depth + 1);
  // The end of a level whose beginning was not seen is not counted.
  lane.path.cut(lane.stack.open().size());
  auto onClosed = [&](const ClosedSlice& slice) { countCall(lane, setting, slice); };
  switch (record.kind) {
    case RecordKind::Begin:
      lane.stack.begin(time, record.depth, record.name, onClosed);
      lane.path.begin(record.depth, record.name, time);
      if (setting.scope.functions) beginFunction(lane, setting, record.depth, record.name);
      if (lane.byEnds) lane.functions.begin(record.depth, OpenFunctions::Key::of(record));
      if (!setting.watch) return;
      lane.places.resize(record.depth);
      lane.places.push_back(setting.place);
      return;
    case RecordKind::End:
      if (lane.byEnds) {
        // Its callees were called by what began here, so they are closed before it is renamed.
        lane.stack.cut(time, below, onClosed);
        renameByEnd(lane, setting, record);
      }
      lane.stack.end(time, record.depth, record.name, onClosed, endFlags(record));
      lane.otherBegin = false;
      return;
    case RecordKind::Cut:
      if (record.lacksBegin()) {
        lane.stack.cut(time, below, onClosed);
        lane.otherBegin = true;
      }
      lane.stack.cut(time, record.depth, onClosed);
      lane.otherBegin = false;
      return;
    case RecordKind::CallerBegin:
      lane.stack.beginElsewhere(time, record.depth, record.name, onClosed);
      lane.path.beginElsewhere(record.depth, record.name, time);
      return;
    case RecordKind::CallerEnd:
      return lane.stack.cut(time, record.depth, onClosed);
    default:
      return addWhole(lane, setting, record);
  }
}

void restoreOpen(CallLane& lane, const CallSetting& setting, Time start, std::vector<OpenSlice> open) {
  const CallScope& scope = setting.scope;
  for (size_t depth = 0; depth < open.size(); ++depth) {
    OpenSlice& slice = open[depth];
    slice.begin = scope.clamp(slice.begin);
    if (slice.own()) {
      lane.path.begin(depth, slice.name, slice.begin);
      beginFunction(lane, setting, depth, slice.name);
    } else if (slice.present != OpenSlice::kMissing) {
      lane.path.beginElsewhere(depth, slice.name, slice.begin);
    }
    if (lane.byEnds) lane.functions.begin(depth, {});
    // Callees that ended before the range have no time within it.
    if (scope.ranged()) slice.children = 0;
  }
  if (lane.path.counts()) lane.path.reach(open.size());
  lane.stack.restore(scope.clamp(start), std::move(open));
}

void cutCalls(CallLane& lane, const CallSetting& setting, Time time, uint16_t depth) {
  lane.logging->release(lane);
  lane.before = lane.now;
  lane.path.cut(lane.stack.open().size());
  lane.stack.cut(time, depth, [&](const ClosedSlice& slice) { countCall(lane, setting, slice); });
}

void endCalls(CallLane& lane, const CallSetting& setting, Time time) {
  lane.logging->release(lane);
  lane.before = lane.now;
  lane.stack.setByEnds(false);
  lane.stack.closeAll(time, [&](const ClosedSlice& slice) { countCall(lane, setting, slice); });
  if (!lane.waiting.empty()) settleAllWholes(lane, setting, lane.path.top());
  // Calls of other streams are not reported when they end.
  lane.path.cut(0);
}

}  // namespace tp
