#include "core/analysis/call_aggregator.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tp {
namespace {

// Bounds the slices that wait for a caller which may never be reported.
constexpr size_t kMaxWaiting = 65536;
constexpr Time kEarliest = std::numeric_limits<Time>::min();

}  // namespace

bool mayCount(const CallScope& scope, const TraceReader& reader, size_t unit) {
  size_t streams = reader.streams().size();
  return unit < streams || !scope.tracks.empty() || !reader.merges()[unit - streams].duplicatesThreadCalls;
}

CallAggregator::CallAggregator(const CallScope& scope, const TrackTable& tracks)
    : scope_(scope), ranged_(scope.ranged()), tracks_(tracks), growth_(scope.counter, tracks), profiles_(scope) {}

CallAggregator::CallAggregator(const CallScope& scope, TraceReader& reader) : CallAggregator(scope, reader.tracks()) {
  reader_ = &reader;
}

CallAggregator::CallAggregator(const CallScope& scope, TraceReader& reader, StackCounts& counts)
    : CallAggregator(scope, reader) {
  counts_ = &counts;
}

void CallAggregator::startStream() {
  lanes_.clear();
  if (counts_ != nullptr) counts_->clear();
  laneOf_.clear();
  beginLater_.clear();
  started_ = false;
  growth_.start();
  begin_ = now_ = 0;
}

void CallAggregator::startChunk(Time begin, const std::vector<std::pair<TrackId, LaneState>>& lanes) {
  startStream();
  started_ = true;
  begin_ = begin;
  goOn(lanes);
}

void CallAggregator::goOn(const std::vector<std::pair<TrackId, LaneState>>& lanes) {
  for (const auto& [track, state] : lanes) {
    if (laneOf_.find(track) != TrackPlaces::kNone) continue;
    Lane* at = lane(track);
    if (at == nullptr) continue;
    now_ = std::max(now_, state.now);
    at->now = state.now;
    std::vector<OpenSlice> open = state.open;
    for (OpenSlice& slice : open) {
      slice.begin = clamp(slice.begin);
      uint32_t caller = at->path.empty() ? at->top : at->path.back();
      at->path.push_back(slice.present == OpenSlice::kMissing ? caller
                         : slice.own()                        ? node(*at, caller, slice.name, slice.begin)
                                                              : nodeElsewhere(*at, caller, slice.name, slice.begin));
      if (slice.own()) ++at->active[slice.name];
      if (at->byEnds) at->keys.push_back({});
      // Callees that ended before the range have no time within it.
      if (ranged_) slice.children = 0;
    }
    at->stack.restore(clamp(state.start), std::move(open));
  }
}

bool CallAggregator::isMeant(TrackId track) const {
  const std::vector<TrackId>& only = scope_.tracks;
  const std::vector<int64_t>& tids = scope_.tids;
  return CallProfiles::classOf(tracks_[track].key.kind) < CallProfiles::kClasses &&
         (only.empty() || std::find(only.begin(), only.end(), track) != only.end()) &&
         (tids.empty() || std::find(tids.begin(), tids.end(), tracks_[track].key.tid) != tids.end());
}

CallAggregator::Lane* CallAggregator::lane(TrackId track) {
  if (track >= tracks_.size()) return nullptr;
  uint32_t known = laneOf_.find(track);
  if (known == TrackPlaces::kNone) {
    known = kNotCounted;
    if (isMeant(track)) {
      const TrackKind kind = tracks_[track].key.kind;
      Lane made;
      made.stack = CallStack(clamp(begin_));
      made.track = track;
      made.byEnds = reader_ != nullptr && reader_->callCounting(track) == TraceReader::CallCounting::Ends;
      made.stack.setByEnds(made.byEnds);
      made.profile = &profiles_.of[CallProfiles::classOf(kind)];
      made.nested = kind != TrackKind::Async;
      made.top = CallTree::kRoot;
      if (counts_ != nullptr && scope_.stacks) {
        made.frames = &counts_->of(CallProfiles::classOf(kind));
        made.top = made.frames->openThread(track, tracks_[track].key);
      }
      made.now = begin_;
      lanes_.push_back(std::move(made));
      known = static_cast<uint32_t>(lanes_.size() - 1);
    }
    laneOf_.put(track, known);
  }
  if (known == kNotCounted) return nullptr;
  Lane& at = lanes_[known];
  // The thread's node is made only here, so that threads without calls have none.
  if (scope_.byThread && at.frames == nullptr && at.top == CallTree::kRoot)
    at.top = node(at, CallTree::kRoot, track, clamp(now_));
  return &at;
}

void CallAggregator::add(Records records) {
  TrackId last = kNoTrack;
  Lane* at = nullptr;
  for (size_t i = 0; i < records.size(); ++i) {
    const Record& record = records[i];
    if (record.kind == RecordKind::Event) {
      if ((record.flags & kUnlisted) != 0 && started_) now_ = std::max(now_, record.time);
      continue;
    }
    if (!started_) {
      started_ = true;
      begin_ = now_ = record.time;
    }
    now_ = std::max(now_, record.time);
    if (ranged_ && record.time > scope_.end && (record.kind != RecordKind::Slice || record.begun() > scope_.end)) {
      lookAhead(record);
      last = kNoTrack;
      continue;
    }
    if (record.kind == RecordKind::Lost) {
      if (Lane* open = laneOf_.find(record.track) != TrackPlaces::kNone ? lane(record.track) : nullptr)
        open->stack.breakOpen(clamp(record.time));
      last = kNoTrack;
      continue;
    }
    const bool calls = record.kind == RecordKind::Begin || record.kind == RecordKind::End ||
                       record.kind == RecordKind::Slice || record.kind >= RecordKind::Cut;
    if (!calls) {
      if (record.kind != RecordKind::Counter || !growth_.wanted()) continue;
      grow(record);
      last = kNoTrack;
      continue;
    }
    // Nothing was recorded meanwhile: this is no call.
    if (record.kind == RecordKind::Slice && (record.flags & kUncertain) != 0) {
      if (Lane* open = laneOf_.find(record.track) != TrackPlaces::kNone ? lane(record.track) : nullptr)
        open->stack.goOn(clamp(record.time));
      continue;
    }
    if (record.track != last) {
      last = record.track;
      at = lane(last);
    }
    if (at == nullptr) continue;
    if (record.kind > RecordKind::End || ranged_ || !at->waiting.empty()) {
      addTo(*at, record);
      continue;
    }
    const Record* end = records.data() + records.size();
    // A single record is not worth the set-up of a run.
    if (&record + 1 == end || (&record)[1].track != last) {
      addTo(*at, record);
      continue;
    }
    const Record* next = addRun(*at, &record, end);
    i += static_cast<size_t>(next - &record) - 1;
    now_ = std::max(now_, at->now);
  }
  if (counts_ != nullptr) counts_->setNow(clamp(now_));
}

// Samples outside the range are ignored: whether earlier ones were decoded depends on where chunks begin.
void CallAggregator::grow(const Record& record) {
  if (ranged_ && (record.time < scope_.begin || record.time > scope_.end)) return;
  TrackId thread = kNoTrack;
  int64_t grown = growth_.add(record, thread);
  if (grown == 0 || thread == kNoTrack || !scope_.stacks) return;
  Lane* at = lane(thread);
  if (at == nullptr) return;
  size_t depth = std::min(at->path.size(), at->stack.open().size());
  const uint32_t open = depth > 0 ? at->path[depth - 1] : at->top;
  if (at->frames != nullptr) return at->frames->gain(open, grown, record.time);
  addGrowth(at->profile->growth, at->profile->tree, open, grown, record.time);
}

void CallAggregator::cutPath(Lane& at, size_t depth) {
  while (at.path.size() > depth) {
    const uint32_t last = at.path.back();
    at.path.pop_back();
    // A level whose beginning was not seen has its caller's frame.
    if (last != (at.path.empty() ? at.top : at.path.back())) left(at, last);
  }
}

void CallAggregator::addTo(Lane& at, const Record& record, Time before) {
  release(at);
  at.before = before;
  if (record.time > at.now) at.now = record.time;
  Time time = clamp(at.now);
  // The end of a level whose beginning was not seen is not reported to closed().
  cutPath(at, at.stack.open().size());
  auto onClosed = [&](const ClosedSlice& slice) { closed(at, slice); };
  if (record.kind == RecordKind::Begin) {
    at.stack.begin(time, record.depth, record.name, onClosed);
    if (scope_.stacks) {
      uint32_t caller = callerAt(at, record.depth);
      at.path.push_back(node(at, caller, record.name, time));
    }
    if (scope_.functions) ++at.active[record.name];
    if (watch_) began(at, record.depth);
    if (at.byEnds) {
      at.keys.resize(record.depth);
      at.keys.push_back(CallKey::of(record));
    }
  } else if (record.kind == RecordKind::End) {
    at.elsewhere = false;
    if (at.byEnds) {
      // Its callees were called by what began here, so they are closed before it is renamed.
      at.stack.cut(time, static_cast<uint16_t>(record.depth + 1), onClosed);
      rename(at, record);
    }
    at.stack.end(time, record.depth, record.name, onClosed, endFlags(record));
    at.elsewhere = false;
  } else if (record.kind == RecordKind::Cut) {
    at.elsewhere = false;
    if ((record.flags & kNoBegin) != 0) {
      at.stack.cut(time, static_cast<uint16_t>(record.depth + 1), onClosed);
      at.elsewhere = true;
    }
    at.stack.cut(time, record.depth, onClosed);
    at.elsewhere = false;
  } else if (record.kind == RecordKind::CallerBegin) {
    at.elsewhere = false;
    at.stack.beginElsewhere(time, record.depth, record.name, onClosed);
    if (scope_.stacks) at.path.push_back(nodeElsewhere(at, callerAt(at, record.depth), record.name, time));
  } else if (record.kind == RecordKind::CallerEnd) {
    at.elsewhere = false;
    at.stack.cut(time, record.depth, onClosed);
  } else {
    whole(at, record);
  }
}

// Gives the slice that ends the name of its end, whatever name it began with.
void CallAggregator::rename(Lane& at, const Record& record) {
  uint16_t depth = record.depth;
  std::span<const OpenSlice> open = at.stack.open();
  at.keys.resize(std::max<size_t>(at.keys.size(), depth + size_t{1}));
  at.keys[depth] = CallKey::of(record);
  if (depth >= open.size() || !open[depth].own() || open[depth].name == record.name) return;
  at.elsewhere = true;
  const bool counts = !outside(open[depth].begin, clamp(at.now));
  if (scope_.functions) {
    --at.active[open[depth].name];
    ++at.active[record.name];
    if (counts) ++at.profile->sumsOf(open[depth].name).open;
  }
  if (watch_ && counts) {
    const Time time = clamp(at.now);
    tell(at, {open[depth].begin, time, 0, open[depth].name, depth, 0}, SeenCall::Known::Open, false, 0);
  }
  if (depth < at.path.size() && at.frames != nullptr) {
    at.frames->rename(at.path[depth], record.name, clamp(at.now), counts);
  } else if (depth < at.path.size()) {
    at.path[depth] = node(at, depth == 0 ? at.top : at.path[depth - 1u], record.name, open[depth].begin);
  }
  at.stack.rename(depth, record.name);
}

// Returns whether the function is among its own callers. `active` says so of the name already, but two functions may
// share a name.
bool CallAggregator::recursive(const Lane& at, size_t depth, NameId name) const {
  if (!at.byEnds || depth >= at.keys.size()) return true;
  std::span<const OpenSlice> open = at.stack.open();
  auto identity = [&](size_t level) {
    Record record;
    record.value = at.keys[level].value;
    record.size = at.keys[level].size;
    record.depth = static_cast<uint16_t>(level);
    record.name = name;
    record.track = at.track;
    return reader_->callIdentity(record);
  };
  uint64_t own = identity(depth);
  for (size_t level = std::min(depth, open.size()); level-- > 0;)
    if (open[level].name == name && identity(level) == own) return true;
  return false;
}

// Makes the path `depth` levels long and returns the caller. Missing levels repeat the node of the level above.
uint32_t CallAggregator::callerAt(Lane& at, size_t depth) {
  cutPath(at, depth);
  if (at.path.size() != depth) at.path.resize(depth, at.path.empty() ? at.top : at.path.back());
  return depth == 0 ? at.top : at.path.back();
}

void CallAggregator::closed(Lane& at, const ClosedSlice& slice) {
  bool begun = (slice.flags & kMarkNoBegin) == 0;
  uint32_t own = CallTree::kRoot;
  if (scope_.stacks) {
    if (!begun) {
      uint32_t caller = callerAt(at, slice.depth);
      at.path.push_back(node(at, caller, slice.name, slice.begin));
    }
    own = at.path[slice.depth];
  }
  bool counted = !at.byEnds || ending_ || (slice.flags & kMarkCut) == 0;
  counted = counted && !outside(slice.begin, slice.end);
  if (!counted && begun && own != CallTree::kRoot && at.frames != nullptr && !outside(slice.begin, slice.end))
    at.frames->lose(own);
  // Neither the caller nor the duration of an end without a beginning is known.
  const bool counts = counted && begun && !at.elsewhere;
  const bool known = this->known(at, slice);
  // A call that is open when the records end took at least until then.
  const bool lasts = ending_ && counts && (slice.flags & kMarkBroken) == 0;
  const bool whole = counts && (known || lasts || reader_ == nullptr);  // without a reader, all slices count
  // Otherwise only the time of its callees counts.
  const Time within = slice.end - slice.begin - slice.self;
  ended(at, own, whole ? slice.end - slice.begin : within, slice.begin, counts, known);
  if (counted && scope_.stacks && !whole) rest(at, slice, counts);
  const bool doubted = (scope_.functions || watch_) && doubt(at, slice, known && counted);
  if (counted) {
    if (scope_.functions) {
      uint32_t& active = at.active[slice.name];
      if (begun) --active;
      const bool again = active > 0 && recursive(at, slice.depth, slice.name);
      if (known) {
        count(at, slice.name, slice.end - slice.begin, slice.self, again);
        if ((slice.flags & kMarkAtMost) != 0) at.profile->sumsOf(slice.name).addAtMost(slice.end - slice.begin);
      } else {
        countOpen(at, slice, begun && !at.elsewhere, again);
      }
    }
  } else if (begun && scope_.functions) {
    --at.active[slice.name];
    if (!outside(slice.begin, slice.end)) ++at.profile->sumsOf(slice.name).open;
  }
  Time wholes = 0;
  if (!at.waiting.empty()) wholes = settle(at, own, slice.name, slice.depth + 1u, slice.begin);
  if (scope_.stacks) cutPath(at, slice.depth);
  if (!watch_) return;
  if (slice.depth < at.wholes.size()) wholes = plus(wholes, std::exchange(at.wholes[slice.depth], 0));
  if (!counted && (!begun || outside(slice.begin, slice.end))) return;
  using Known = SeenCall::Known;
  const Known how = !counted                 ? Known::Open
                    : known                  ? Known::Whole
                    : begun && !at.elsewhere ? Known::Open
                                             : Known::Unbegun;
  tell(at, slice, how, doubted, wholes);
}

// Returns the name of the caller of the slice at `depth`.
NameId CallAggregator::callerOf(const Lane& at, uint16_t depth) {
  const std::span<const OpenSlice> open = at.stack.open();
  if (depth == 0 || depth > open.size()) return kNoName;
  return open[depth - 1u].present == OpenSlice::kMissing ? kNoName : open[depth - 1u].name;
}

void CallAggregator::tell(const Lane& at, const ClosedSlice& slice, SeenCall::Known known, bool doubted,
                          Time wholes) const {
  const bool ended = !ending_ && !after_ && place_.known;
  SeenCall seen{at.track, slice.name, callerOf(at, slice.depth), slice.depth, known, doubted};
  seen.begin = slice.begin;
  seen.duration = slice.end - slice.begin;
  seen.self = minus(slice.self, wholes);
  seen.atMost = known == SeenCall::Known::Whole && (slice.flags & kMarkAtMost) != 0;
  seen.place = ended ? place_ : slice.depth < at.places.size() ? at.places[slice.depth] : CallPlace{};
  watch_(seen);
}

void CallAggregator::tellWhole(const Lane& at, const Waiting& slice, NameId caller, Time wholes) const {
  if (!watch_ || outside(slice.begin, slice.end)) return;
  SeenCall seen{at.track, slice.name, caller, slice.drawn};
  seen.known = slice.begun ? SeenCall::Known::Whole : SeenCall::Known::Unbegun;
  seen.begin = slice.begin;
  seen.duration = slice.end - slice.begin;
  seen.self = minus(seen.duration, wholes);
  seen.place = slice.place;
  watch_(seen);
}

// Returns whether the slice is outside the range: clamp() has then moved both of its ends to one end of the range.
bool CallAggregator::outside(Time begin, Time end) const {
  return ranged_ && begin == end && (end == scope_.begin || begin == scope_.end);
}

// The caller of a slice that is reported when it ends may be reported later still.
void CallAggregator::whole(Lane& at, const Record& record) {
  Waiting slice{
      clamp(std::min(record.begun(), at.now)), clamp(at.now), record.name, at.nested ? record.depth : 0u, place_,
      (record.flags & kNoBegin) == 0,          record.depth};
  std::span<const OpenSlice> open = at.stack.open();
  if (slice.depth > open.size()) {
    at.waiting.push_back(slice);
    if (at.waiting.size() > kMaxWaiting) settle(at, callerAt(at, open.size()), kNoName, 0, kEarliest);
    return;
  }
  uint32_t caller = slice.depth == 0 || !scope_.stacks ? at.top : at.path[slice.depth - 1];
  NameId callerName = slice.depth == 0 ? kNoName : open[slice.depth - 1].name;
  uint32_t own = node(at, caller, slice.name, slice.begin);
  const Time taken = countWhole(at, own, slice, {caller, callerName}, scope_.functions && at.active[slice.name] > 0);
  Time wholes = 0;
  if (!at.waiting.empty()) wholes = settle(at, own, slice.name, slice.depth + 1, slice.begin);
  left(at, own);
  tellWhole(at, slice, callerName, wholes);
  if (!watch_ || slice.depth == 0) return;
  if (at.wholes.size() < slice.depth) at.wholes.resize(slice.depth);
  at.wholes[slice.depth - 1] = plus(at.wholes[slice.depth - 1], taken);
}

// The caller's self time still includes the duration of a whole slice, so it is subtracted here.
Time CallAggregator::countWhole(Lane& at, uint32_t own, const Waiting& slice, const Caller& caller, bool recursive) {
  if (outside(slice.begin, slice.end)) return 0;
  Time duration = slice.end - slice.begin;
  // Of one that began unseen, the drawn duration is not known to be its own.
  ended(at, own, slice.begun ? duration : 0, slice.begin, slice.begun, slice.begun);
  if (!slice.begun && scope_.stacks && caller.name != kNoName) unknown(at, caller.node, duration, slice.begin);
  if (!scope_.functions) return duration;
  if (slice.begun) {
    count(at, slice.name, duration, duration, recursive);
  } else {
    countOpen(at, {slice.begin, slice.end, duration, slice.name, 0, 0}, false, recursive);
  }
  if (caller.name == kNoName) return duration;
  FunctionSums& sums = at.profile->sumsOf(caller.name);
  sums.self = minus(sums.self, duration);
  return duration;
}

// Counts the waiting slices at `depth` or deeper that began at `begin` or later: they were called, directly or not, by
// `callerNode`, whose function is `callerName`. In `waiting`, callers follow their callees.
Time CallAggregator::settle(Lane& at, uint32_t callerNode, NameId callerName, uint32_t depth, Time begin) {
  struct Within {
    uint32_t node;
    const Waiting* slice;
    NameId caller;
    Time wholes;  // time of the slices that it called
  };
  std::vector<Within> callers;
  Time outermost = 0;
  auto leave = [&] {
    const Within& last = callers.back();
    left(at, last.node);
    tellWhole(at, *last.slice, last.caller, last.wholes);
    callers.pop_back();
  };
  size_t i = at.waiting.size();
  while (i > 0 && at.waiting[i - 1].depth >= depth && at.waiting[i - 1].begin >= begin) {
    const Waiting& slice = at.waiting[--i];
    while (!callers.empty() &&
           (callers.back().slice->depth >= slice.depth || callers.back().slice->begin > slice.begin)) {
      leave();
    }
    bool recursive = slice.name == callerName || (scope_.functions && at.active[slice.name] > 0);
    for (const Within& one : callers) recursive = recursive || one.slice->name == slice.name;
    Caller caller{callerNode, callerName};
    if (!callers.empty()) caller = {callers.back().node, callers.back().slice->name};
    const uint32_t own = node(at, caller.node, slice.name, slice.begin);
    const Time taken = countWhole(at, own, slice, caller, recursive);
    Time& within = callers.empty() ? outermost : callers.back().wholes;
    within = plus(within, taken);
    callers.push_back({own, &slice, caller.name, 0});
  }
  while (!callers.empty()) leave();
  at.waiting.resize(i);
  return outermost;
}

void CallAggregator::endStream(Time now) {
  ending_ = true;
  for (Lane& at : lanes_) {
    release(at);
    Time time = clamp(std::max({now, now_, at.now}));
    at.before = at.now;
    at.stack.setByEnds(false);
    at.stack.closeAll(time, [&](const ClosedSlice& slice) { closed(at, slice); });
    if (!at.waiting.empty()) settle(at, at.top, kNoName, 0, kEarliest);
    // Calls of other streams are not reported to closed() when they end.
    cutPath(at, 0);
  }
  ending_ = false;
  for (CallProfile& profile : profiles_.of) profile.durations.settle();
  startStream();
}

}  // namespace tp
