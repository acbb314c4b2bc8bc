#include "core/analysis/call_aggregator.h"

#include <algorithm>
#include <limits>

namespace tp {
namespace {

// Slices whose caller never ends must not pile up.
constexpr size_t kMostWaiting = 65536;
constexpr Time kEarliest = std::numeric_limits<Time>::min();

}  // namespace

CallAggregator::CallAggregator(const CallScope& scope, const TrackTable& tracks)
    : scope_(scope), ranged_(scope.ranged()), tracks_(tracks) {
  scope_.sampleTime = std::max<int64_t>(1, scope_.sampleTime);
}

void CallAggregator::startStream() {
  lanes_.clear();
  laneOf_.clear();
  started_ = false;
  begin_ = now_ = 0;
}

void CallAggregator::startChunk(Time begin, const std::vector<std::pair<TrackId, LaneState>>& lanes) {
  startStream();
  started_ = true;
  begin_ = begin;
  for (const auto& [track, state] : lanes) {
    Lane* at = lane(track);
    if (at == nullptr) continue;
    now_ = std::max(now_, state.now);
    at->now = state.now;
    std::vector<OpenSlice> open = state.open;
    for (OpenSlice& slice : open) {
      slice.begin = clamp(slice.begin);
      uint32_t caller = at->path.empty() ? at->top : at->path.back();
      at->path.push_back(slice.present != 0 ? at->profile->tree.child(caller, slice.name, slice.begin) : caller);
    }
    at->stack.restore(clamp(state.start), std::move(open));
  }
}

CallAggregator::Lane* CallAggregator::lane(TrackId track) {
  if (track >= laneOf_.size()) {
    if (track >= tracks_.size()) return nullptr;
    laneOf_.resize(tracks_.size(), 0);
  }
  uint32_t& known = laneOf_[track];
  if (known == 0) {
    TrackKind kind = tracks_[track].key.kind;
    size_t profile = CallProfiles::classOf(kind);
    const std::vector<TrackId>& only = scope_.tracks;
    known = 1;
    if (profile < CallProfiles::kClasses &&
        (only.empty() || std::find(only.begin(), only.end(), track) != only.end())) {
      Lane made;
      made.stack = CallStack(clamp(begin_));
      made.profile = &profiles_.of[profile];
      made.nested = kind != TrackKind::Async;
      made.top = CallTree::kRoot;
      made.now = begin_;
      lanes_.push_back(std::move(made));
      known = static_cast<uint32_t>(lanes_.size() + 1);
    }
  }
  if (known == 1) return nullptr;
  Lane& at = lanes_[known - 2];
  // A thread without a call has no node.
  if (scope_.byThread && at.top == CallTree::kRoot)
    at.top = at.profile->tree.child(CallTree::kRoot, track, clamp(now_));
  return &at;
}

void CallAggregator::add(const RecordBatch& batch) {
  TrackId last = kNoTrack;
  Lane* at = nullptr;
  for (uint32_t i = 0; i < batch.count; ++i) {
    const Record& record = batch.records[i];
    if (record.kind == RecordKind::Event) continue;
    if (!started_) {
      started_ = true;
      begin_ = now_ = record.time;
    }
    now_ = std::max(now_, record.time);
    if (record.kind != RecordKind::Begin && record.kind != RecordKind::End && record.kind != RecordKind::Slice)
      continue;
    if (record.track != last) {
      last = record.track;
      at = lane(last);
    }
    if (at != nullptr) addTo(*at, record);
  }
}

void CallAggregator::addTo(Lane& at, const Record& record) {
  if (record.time > at.now) at.now = record.time;
  Time time = clamp(at.now);
  // Levels whose beginnings were not seen end without a word.
  if (at.path.size() > at.stack.open().size()) at.path.resize(at.stack.open().size());
  auto onClosed = [&](const ClosedSlice& slice) { closed(at, slice); };
  if (record.kind == RecordKind::Begin) {
    at.stack.begin(time, record.depth, record.name, onClosed);
    uint32_t caller = callerAt(at, record.depth);
    at.path.push_back(at.profile->tree.child(caller, record.name, time));
  } else if (record.kind == RecordKind::End) {
    at.stack.end(time, record.depth, record.name, onClosed);
  } else {
    whole(at, record);
  }
}

// Makes the path as long as `depth`: levels that are missing are left out of the stack.
uint32_t CallAggregator::callerAt(Lane& at, size_t depth) {
  if (at.path.size() != depth) at.path.resize(depth, at.path.empty() ? at.top : at.path.back());
  return depth == 0 ? at.top : at.path.back();
}

void CallAggregator::closed(Lane& at, const ClosedSlice& slice) {
  if ((slice.flags & kMarkNoBegin) != 0) {
    uint32_t caller = callerAt(at, slice.depth);
    at.path.push_back(at.profile->tree.child(caller, slice.name, slice.begin));
  }
  uint32_t node = at.path[slice.depth];
  count(at, node, slice.name, slice.begin, slice.end);
  if (!at.waiting.empty()) settle(at, node, slice.depth + 1u, slice.begin);
  at.path.resize(slice.depth);
}

// The caller of a slice that is told of when it ends may be one that is told of later.
void CallAggregator::whole(Lane& at, const Record& record) {
  Waiting slice{clamp(std::min(record.value, at.now)), clamp(at.now), record.name, at.nested ? record.depth : 0u};
  size_t open = at.stack.open().size();
  if (slice.depth > open || (slice.depth > 0 && open == 0)) {
    at.waiting.push_back(slice);
    if (at.waiting.size() > kMostWaiting) settle(at, open == 0 ? at.top : at.path[open - 1], 0, kEarliest);
    return;
  }
  uint32_t caller = slice.depth == 0 ? at.top : at.path[slice.depth - 1];
  uint32_t node = at.profile->tree.child(caller, slice.name, slice.begin);
  count(at, node, slice.name, slice.begin, slice.end);
  if (!at.waiting.empty()) settle(at, node, slice.depth + 1, slice.begin);
}

// What waits at `depth` or deeper and began no earlier than `begin` was called, directly or not, by `node`. Callers
// lie behind what they called.
void CallAggregator::settle(Lane& at, uint32_t node, uint32_t depth, Time begin) {
  struct Caller {
    uint32_t node;
    uint32_t depth;
    Time begin;
  };
  std::vector<Caller> callers;
  size_t i = at.waiting.size();
  while (i > 0 && at.waiting[i - 1].depth >= depth && at.waiting[i - 1].begin >= begin) {
    const Waiting& slice = at.waiting[--i];
    while (!callers.empty() && (callers.back().depth >= slice.depth || callers.back().begin > slice.begin))
      callers.pop_back();
    uint32_t caller = callers.empty() ? node : callers.back().node;
    uint32_t own = at.profile->tree.child(caller, slice.name, slice.begin);
    count(at, own, slice.name, slice.begin, slice.end);
    callers.push_back({own, slice.depth, slice.begin});
  }
  at.waiting.resize(i);
}

void CallAggregator::count(Lane& at, uint32_t node, NameId name, Time begin, Time end) {
  Time duration = end - begin;
  // Outside the range everything shrinks to one of its ends.
  if (ranged_ && duration == 0 && (end == scope_.begin || begin == scope_.end)) return;
  at.profile->tree.count(node, duration, scope_.sampleTime == 1 ? 0 : duration / scope_.sampleTime, begin);
  if (scope_.durations) at.profile->durations.add(name, duration);
}

void CallAggregator::endStream(Time now) {
  for (Lane& at : lanes_) {
    Time time = clamp(std::max(now, at.now));
    at.stack.closeAll(time, [&](const ClosedSlice& slice) { closed(at, slice); });
    if (!at.waiting.empty()) settle(at, at.top, 0, kEarliest);
    at.waiting.clear();
  }
  startStream();
}

}  // namespace tp
