// The part of CallAggregator that tells what is known of a call's duration, and counts what is not.
#include <algorithm>
#include <utility>

#include "core/analysis/call_aggregator.h"

namespace tp {

bool CallAggregator::awaits(TrackId track) {
  if (!ranged_ || track >= tracks_.size()) return false;
  const uint32_t known = laneOf_.find(track);
  if (known == TrackPlaces::kNone) return isMeant(track) && !(track < beginLater_.size() && beginLater_[track]);
  return known != kNotCounted && !lanes_[known].ahead;
}

// Of a track's records after the range, the first one says what became of the calls that are open at the end of the
// range: what it ends, or is called by, went on until there. Where it cuts a call, or says that records were lost, it
// is not known how long that call took of the range.
void CallAggregator::lookAhead(const Record& record) {
  const bool unbegun = record.kind == RecordKind::End || record.kind == RecordKind::Cut;
  const bool starts = record.kind == RecordKind::Begin || record.kind == RecordKind::CallerBegin;
  const bool ends = unbegun || record.kind == RecordKind::CallerEnd;
  const bool lost = record.kind == RecordKind::Lost;
  if (!starts && !ends && !lost && (record.kind != RecordKind::Slice || (record.flags & kUncertain) != 0)) return;
  if (record.track >= tracks_.size()) return;
  if (laneOf_.find(record.track) == TrackPlaces::kNone) {
    beginLater_.resize(tracks_.size());
    // What ends then began before the range, unless a record before this one began something.
    const bool begunLater = beginLater_[record.track];
    beginLater_[record.track] = true;
    if (begunLater || !unbegun) return;
  }
  Lane* at = lane(record.track);
  if (at == nullptr || std::exchange(at->ahead, true)) return;
  after_ = true;
  if (lost) {
    at->stack.breakOpen(scope_.end);
  } else if (starts) {
    release(*at);
    at->before = at->now;
    cutPath(*at, at->stack.open().size());
    at->stack.cut(scope_.end, record.depth, [&](const ClosedSlice& slice) { closed(*at, slice); });
  } else if (ends) {
    addTo(*at, record);
  }
  after_ = false;
}

// It is not known when the call ended, or when it began. So its caller may have spent more or less time outside of it
// than is drawn.
bool CallAggregator::doubt(Lane& at, const ClosedSlice& slice, bool known) {
  bool doubted = false;
  if (slice.depth < at.doubts.size()) {
    const Time doubt = std::exchange(at.doubts[slice.depth], 0);
    doubted = known && doubt > 0;
    if (doubted && scope_.functions) {
      FunctionSums& sums = at.profile->sumsOf(slice.name);
      sums.selfDoubt = plus(sums.selfDoubt, doubt);
    }
  }
  const bool bounded = known && (slice.flags & kMarkAtMost) != 0;
  if ((known && !bounded) || slice.depth == 0) return doubted;
  const auto caller = static_cast<uint16_t>(slice.depth - 1);
  if (!at.stack.open()[caller].own()) return doubted;
  // If nothing is missing but its end, it was open when the record before was made.
  const bool lasts = (slice.flags & (kMarkNoBegin | kMarkAtMost)) == 0;
  const Time since = lasts ? std::max(slice.begin, clamp(at.before)) : slice.begin;
  const Time doubt = std::min(slice.self, slice.end - since);
  if (doubt <= 0) return doubted;
  at.stack.doubt(caller);
  if (caller >= at.doubts.size()) at.doubts.resize(slice.depth);
  at.doubts[caller] = plus(at.doubts[caller], doubt);
  return doubted;
}

// The time of a call whose duration is not known, without its callees, is not its caller's own: CallStack gives the
// caller no self time for it, so the caller's node must have none either.
void CallAggregator::rest(Lane& at, const ClosedSlice& slice, bool counts) {
  if (slice.depth == 0) {
    if (counts) unknown(at, at.top, slice.self, slice.begin);
    return;
  }
  if (at.stack.open()[slice.depth - 1u].present == OpenSlice::kMissing) return;
  unknown(at, at.path[slice.depth - 1u], slice.self, slice.begin);
}

void CallAggregator::unknown(Lane& at, uint32_t caller, Time duration, Time begin) {
  if (reader_ == nullptr || duration <= 0) return;
  const NameId name = reader_->names().intern(kNotKnown);
  if (at.frames != nullptr) return at.frames->unknown(caller, name, duration, begin);
  CallTree& tree = at.profile->tree;
  tree.add(tree.child(caller, name, begin), 0, duration, begin, duration / tree.sampleTime());
}

// Returns whether the duration of the call within the range is known. A call that is open when the track's next record
// follows after the range took all of the rest.
bool CallAggregator::known(const Lane& at, const ClosedSlice& slice) const {
  if (at.elsewhere || (slice.flags & (kMarkNoBegin | kMarkBroken)) != 0) return false;
  return (slice.flags & kMarkCut) == 0 || (ending_ && at.ahead);
}

void CallAggregator::countOpen(Lane& at, const ClosedSlice& slice, bool begun, bool recursive) {
  FunctionSums& sums = at.profile->sumsOf(slice.name);
  ++(begun ? sums.open : sums.unbegun);
  const Time duration = slice.end - slice.begin;
  sums.openSelf = plus(sums.openSelf, slice.self);
  if (!recursive) sums.openTotal = plus(sums.openTotal, duration);
}

}  // namespace tp
