#include "ui/view/slice_place.h"

namespace tp::ui {
namespace {

// The track of the states of a thread; that of the thread, if there is none.
TrackId statesOf(const TraceIndex& index, TrackId thread) {
  const TrackTable& tracks = index.tracks();
  const TrackKey& key = tracks[thread].key;
  for (TrackId track = 0; track < tracks.size(); ++track) {
    const TrackKey& one = tracks[track].key;
    const bool same = one.tid == key.tid && one.trace == key.trace && one.label == key.label;
    if (one.kind == TrackKind::ThreadState && same && (one.pid == key.pid || one.pid < 0 || key.pid < 0)) return track;
  }
  return thread;
}

}  // namespace

Seek placeOf(const TraceIndex& index, const ListedSlice& slice, SliceKind kind) {
  Seek seek;
  seek.track = kind == SliceKind::States ? statesOf(index, slice.track) : slice.track;
  seek.depth = slice.depth;
  seek.begin = slice.begin;
  if ((slice.flags & ListedSlice::kBefore) != 0) seek.what = Seek::What::Covers;
  if ((slice.flags & ListedSlice::kUnbegun) != 0) {
    seek.what = Seek::What::Ends;
    seek.begin = slice.end();
  }
  seek.end = slice.end();
  return seek;
}

Seek placeOf(const TraceIndex& index, const SlicePoint& point, SliceKind kind) {
  ListedSlice slice;
  slice.begin = point.begin;
  slice.duration = point.duration;
  slice.track = point.track;
  slice.depth = point.depth;
  if ((point.flags & SlicePoint::kBefore) != 0) slice.flags = ListedSlice::kBefore;
  return placeOf(index, slice, kind);
}

}  // namespace tp::ui
