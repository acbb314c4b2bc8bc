#include "core/analysis/call_runs.h"

#include <algorithm>
#include <utility>

#include "core/analysis/call_logging.h"
#include "core/analysis/call_pairing.h"

namespace tp {
namespace {

enum class Stacks : uint8_t { None, Nodes, Frames };
// What is summed up by function. Compared: CallScope::middle, callers or outermost is wanted.
enum class Sums : uint8_t { None, Functions, Compared };

void tellRun(CallLane& lane, const CallSetting& setting, const OpenSlice& slice, uint16_t depth, Time now,
             NameId caller) {
  SeenCall seen{lane.track, slice.name, caller, depth};
  seen.begin = slice.begin;
  seen.duration = now - slice.begin;
  seen.self = std::max<Time>(0, seen.duration - slice.children) - lane.wholes.take(depth);
  setting.watch(seen);
}

// The usual case stays in registers; addRecord() handles the rest.
template <Stacks kStacks, Sums kSums, bool kWatched>
const Record* addCalls(CallLane& lane, const CallSetting& setting, const Record* at, const Record* end) {
  const TrackId track = at->track;
  const Record* const first = at;
  const Time entered = lane.now;
  constexpr bool kPath = kStacks != Stacks::None, kFunctions = kSums != Sums::None;
  const bool callers = kSums == Sums::Compared && setting.scope.callers;
  const bool outermost = kSums == Sums::Compared && setting.scope.outermost;
  CallStack::Top top;
  uint32_t* path = nullptr;
  OpenFunctions::Key* keys = nullptr;
  Time now = lane.now, start = lane.stack.start();
  auto take = [&] {
    top = lane.stack.top();
    top.room = std::min(top.room, top.depth + kMaxAhead);
    if (kPath) path = lane.path.open(top.depth, top.room);
    if (kFunctions) keys = lane.functions.open(top.room);
  };
  auto put = [&] {
    lane.now = now;
    lane.stack.setTop(top.depth, start);
    if (kPath) lane.path.close(top.depth);
    if (kFunctions) lane.functions.close(top.depth);
  };
  take();
  for (; at != end && at->track == track && at->kind <= RecordKind::End; ++at) {
    if (at->time > now) now = at->time;
    const size_t depth = at->depth;
    if (at->kind == RecordKind::Begin && top.depth == depth && depth + 1 < top.room) {
      top.slots[depth] = {now, 0, at->name, OpenSlice::kWhole};
      const uint32_t caller = !kPath ? 0 : depth == 0 ? lane.path.top() : path[depth - 1];
      if (kStacks == Stacks::Nodes) path[depth] = lane.profile->tree.child(caller, at->name, now);
      if (kStacks == Stacks::Frames) path[depth] = lane.path.frames()->open(caller, at->name, now);
      if (kFunctions) {
        ++lane.functions.calls(at->name);
        keys[depth] = OpenFunctions::Key::of(*at);
      }
      top.depth = depth + 1;
      continue;
    }
    if (at->kind == RecordKind::End && top.depth == depth + 1 && top.slots[depth].present == OpenSlice::kWhole &&
        top.slots[depth].name == at->name && !at->isAtMost()) {
      const OpenSlice slice = top.slots[depth];
      const Time duration = now - slice.begin;
      if (depth > 0) top.slots[depth - 1].children += duration;
      start = now;
      if (kStacks == Stacks::Nodes) lane.profile->tree.count(path[depth], duration, slice.begin);
      if (kStacks == Stacks::Frames) {
        lane.path.frames()->end(path[depth], duration, slice.begin, true, true);
        lane.path.frames()->release(path[depth]);
      }
      top.depth = depth;
      if (kWatched) {
        const bool called = depth > 0 && top.slots[depth - 1].present != OpenSlice::kMissing;
        tellRun(lane, setting, slice, at->depth, now, called ? top.slots[depth - 1].name : kNoName);
      }
      if (kFunctions) {
        bool recursive = --lane.functions.calls(slice.name) > 0;
        if (recursive) {
          keys[depth] = OpenFunctions::Key::of(*at);
          lane.stack.setTop(depth, start);
          recursive = lane.isRecursive(setting, depth, slice.name);
        }
        const Time self = std::max<Time>(0, duration - slice.children);
        lane.profile->addCall(slice.name, duration, self, recursive);
        const bool early = kSums == Sums::Compared && setting.scope.early(slice.begin);
        if (early) lane.profile->sumsOf(slice.name).addEarly(self);
        if (outermost) {
          const bool called = depth > 0 && top.slots[0].present != OpenSlice::kMissing;
          lane.profile->outermost.add(called ? top.slots[0].name : kNoName, slice.name, self, early);
        }
        if (callers) {
          const bool called = depth > 0 && top.slots[depth - 1].present != OpenSlice::kMissing;
          lane.profile->edges.add(called ? top.slots[depth - 1].name : kNoName, slice.name, self);
        }
      }
      continue;
    }
    put();
    addRecord(lane, setting, *at, at == first ? entered : std::max(entered, at[-1].time));
    start = lane.stack.start();
    take();
  }
  put();
  return at;
}

}  // namespace

const Record* addRun(CallLane& lane, const CallSetting& setting, const Record* at, const Record* end) {
  const CallScope& scope = setting.scope;
  const bool compared = scope.middle.has_value() || scope.callers || scope.outermost;
  if (setting.watch && !scope.functions && !scope.stacks)
    return addCalls<Stacks::None, Sums::None, true>(lane, setting, at, end);
  if (!scope.stacks && compared) return addCalls<Stacks::None, Sums::Compared, false>(lane, setting, at, end);
  if (!scope.stacks) return addCalls<Stacks::None, Sums::Functions, false>(lane, setting, at, end);
  if (lane.path.frames() != nullptr) return addCalls<Stacks::Frames, Sums::None, false>(lane, setting, at, end);
  if (scope.functions && compared) return addCalls<Stacks::Nodes, Sums::Compared, false>(lane, setting, at, end);
  if (scope.functions) return addCalls<Stacks::Nodes, Sums::Functions, false>(lane, setting, at, end);
  // What stacks gain belongs to those that are open.
  if (!scope.gains() && lane.logging->logs(lane)) return lane.logging->add(lane, setting, at, end);
  return addCalls<Stacks::Nodes, Sums::None, false>(lane, setting, at, end);
}

}  // namespace tp
