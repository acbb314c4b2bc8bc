#include <algorithm>
#include <utility>

#include "core/analysis/call_aggregator.h"

namespace tp {

// Takes the records of one lane up to the first that is neither a begin nor an end of it, and returns that record. The
// usual case stays in registers; addTo() handles the rest.
template <CallAggregator::Stacks kStacks, bool kFunctions, bool kWatched>
const Record* CallAggregator::addCalls(Lane& lane, const Record* at, const Record* end) {
  const TrackId track = at->track;
  const Record* const first = at;
  const Time entered = lane.now;
  constexpr bool kPath = kStacks != Stacks::None;
  CallStack::Top top;
  uint32_t* path = nullptr;
  CallKey* keys = nullptr;
  Time now = lane.now, start = lane.stack.start();
  auto take = [&] {
    top = lane.stack.top();
    top.room = std::min(top.room, top.depth + kAhead);
    if (kPath) {
      // Levels whose beginnings were not seen have the node of the level above.
      callerAt(lane, top.depth);
      lane.path.resize(top.room);
      path = lane.path.data();
    }
    if (kFunctions) {
      lane.keys.resize(top.room);
      keys = lane.keys.data();
    }
  };
  auto put = [&] {
    lane.now = now;
    lane.stack.setTop(top.depth, start);
    if (kPath) lane.path.resize(top.depth);
    if (kFunctions) lane.keys.resize(top.depth);
  };
  take();
  for (; at != end && at->track == track && at->kind <= RecordKind::End; ++at) {
    if (at->time > now) now = at->time;
    const size_t depth = at->depth;
    if (at->kind == RecordKind::Begin && top.depth == depth && depth + 1 < top.room) {
      top.slots[depth] = {now, 0, at->name, OpenSlice::kWhole};
      const uint32_t caller = !kPath ? 0 : depth == 0 ? lane.top : path[depth - 1];
      if (kStacks == Stacks::Nodes) path[depth] = lane.profile->tree.child(caller, at->name, now);
      if (kStacks == Stacks::Frames) path[depth] = lane.frames->open(caller, at->name, now);
      if (kFunctions) {
        ++lane.active[at->name];
        keys[depth] = CallKey::of(*at);
      }
      top.depth = depth + 1;
      continue;
    }
    if (at->kind == RecordKind::End && top.depth == depth + 1 && top.slots[depth].present == OpenSlice::kWhole &&
        top.slots[depth].name == at->name && (at->flags & kAtMost) == 0) {
      const OpenSlice slice = top.slots[depth];
      const Time duration = now - slice.begin;
      if (depth > 0) top.slots[depth - 1].children += duration;
      start = now;
      if (kStacks == Stacks::Nodes) lane.profile->tree.count(path[depth], duration, slice.begin);
      if (kStacks == Stacks::Frames) {
        lane.frames->end(path[depth], duration, slice.begin, true, true);
        lane.frames->release(path[depth]);
      }
      top.depth = depth;
      if (kWatched) {
        const bool called = depth > 0 && top.slots[depth - 1].present != OpenSlice::kMissing;
        tellRun(lane, slice, at->depth, now, called ? top.slots[depth - 1].name : kNoName);
      }
      if (kFunctions) {
        bool again = --lane.active[slice.name] > 0;
        if (again) {
          keys[depth] = CallKey::of(*at);
          lane.stack.setTop(depth, start);
          again = recursive(lane, depth, slice.name);
        }
        count(lane, slice.name, duration, std::max<Time>(0, duration - slice.children), again);
      }
      continue;
    }
    put();
    addTo(lane, *at, at == first ? entered : std::max(entered, at[-1].time));
    start = lane.stack.start();
    take();
  }
  put();
  return at;
}

void CallAggregator::tellRun(Lane& lane, const OpenSlice& slice, uint16_t depth, Time now, NameId caller) const {
  SeenCall seen{lane.track, slice.name, caller, depth};
  seen.begin = slice.begin;
  seen.duration = now - slice.begin;
  const Time wholes = depth < lane.wholes.size() ? std::exchange(lane.wholes[depth], 0) : 0;
  seen.self = std::max<Time>(0, seen.duration - slice.children) - wholes;
  watch_(seen);
}

const Record* CallAggregator::addRun(Lane& lane, const Record* at, const Record* end) {
  if (watch_ && !scope_.functions && !scope_.stacks) return addCalls<Stacks::None, false, true>(lane, at, end);
  if (!scope_.stacks) return addCalls<Stacks::None, true, false>(lane, at, end);
  if (lane.frames != nullptr) return addCalls<Stacks::Frames, false, false>(lane, at, end);
  if (logs(lane)) return logCalls(lane, at, end);
  return scope_.functions ? addCalls<Stacks::Nodes, true, false>(lane, at, end)
                          : addCalls<Stacks::Nodes, false, false>(lane, at, end);
}

}  // namespace tp
