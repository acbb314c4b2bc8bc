#include "core/analysis/waits/path_shares.h"

#include <algorithm>

#include "core/trace/sums.h"

namespace tp {

PathShare PathShares::shareOf(const PathSegment& segment) {
  PathShare share{segment.thread, segment.kind, segment.stop};
  if (segment.kind != PathKind::Blocked) return share;
  share.state = segment.state;
  share.by = segment.by;
  share.call = segment.call;
  share.userCall = segment.userCall;
  if (share.by && share.by->interrupt()) share.by->thread = kNoTrack;
  return share;
}

PathShares::Cause PathShares::causeOf(const PathShare& share) {
  const WaitEnd by = share.by.value_or(WaitEnd());
  return {share.thread, share.kind, share.stop, share.state, share.by.has_value(),
          by.thread,    by.context, by.handler, share.call,  share.userCall};
}

bool PathShare::has(const PathSegment& segment) const {
  return PathShares::causeOf(PathShares::shareOf(segment)) == PathShares::causeOf(*this);
}

bool PathShare::sameCause(const PathShare& other) const {
  return PathShares::causeOf(other) == PathShares::causeOf(*this);
}

void PathShares::add(const PathSegment& segment) {
  PathShare share = shareOf(segment);
  share.time = segment.length();
  share.first = segment.begin;
  share.doubted = segment.uncertain ? share.time : 0;
  share.count = 1;
  share.atMost = segment.atMost;
  share.uncertain = segment.uncertain;
  add(share);
}

void PathShares::add(const PathShare& share) {
  const auto [place, fresh] = shares_.try_emplace(causeOf(share), share);
  if (fresh) return;
  PathShare& sum = place->second;
  sum.time = plus(sum.time, share.time);
  sum.first = std::min(sum.first, share.first);
  sum.doubted = plus(sum.doubted, share.doubted);
  sum.count += share.count;
  sum.atMost = sum.atMost || share.atMost;
  sum.uncertain = sum.uncertain || share.uncertain;
}

std::vector<PathShare> PathShares::sorted(const TrackTable& tracks, const NameTable& names) const {
  std::vector<PathShare> sorted;
  for (const auto& [cause, share] : shares_) sorted.push_back(share);
  const auto keyOf = [&](TrackId track) { return track < tracks.size() ? tracks[track].key : TrackKey(); };
  std::sort(sorted.begin(), sorted.end(), [&](const PathShare& a, const PathShare& b) {
    if (a.time != b.time) return a.time > b.time;
    if (a.thread != b.thread) return keyOf(a.thread) < keyOf(b.thread);
    const WaitEnd left = a.by.value_or(WaitEnd()), right = b.by.value_or(WaitEnd());
    const auto tie = [](const PathShare& of, const WaitEnd& by) {
      return std::tuple(of.kind, of.stop, of.state, by.context);
    };
    if (tie(a, left) != tie(b, right)) return tie(a, left) < tie(b, right);
    if (a.call != b.call) return names.view(a.call) < names.view(b.call);
    if (a.userCall != b.userCall) return names.view(a.userCall) < names.view(b.userCall);
    if (left.handler != right.handler) return names.view(left.handler) < names.view(right.handler);
    return keyOf(left.thread) < keyOf(right.thread);
  });
  return sorted;
}

std::vector<PathShare> pathShares(const CriticalPath& path, const TrackTable& tracks, const NameTable& names) {
  PathShares shares;
  for (const PathSegment one : path) shares.add(one);
  return shares.sorted(tracks, names);
}

}  // namespace tp
