#include "ui/row_place.h"

#include "ui/context.h"

namespace tp::ui {
namespace {

// The track of a kind that has rows and is of this thread or CPU.
TrackId trackOf(const TraceIndex& index, TrackKind kind, int64_t tid, int32_t cpu) {
  for (TrackId id = 0; id < index.tracks().size(); ++id) {
    const TrackKey& key = index.tracks()[id].key;
    bool same = kind == TrackKind::Thread ? key.tid == tid : key.cpu == cpu;
    if (key.kind == kind && same && !index.lanesOf(id).empty()) return id;
  }
  return kNoTrack;
}

}  // namespace

RowPlace placeOf(const TraceIndex& index, const TableRow& row) {
  RowPlace place;
  place.time = row.time;
  bool draws = row.kind != RecordKind::Event && row.track != kNoTrack && !index.lanesOf(row.track).empty();
  if (draws) {
    place.track = row.track;
    place.depth = row.depth;
    place.ends = row.kind == RecordKind::End || row.kind == RecordKind::Slice;
    place.exact = row.kind != RecordKind::Counter && row.kind != RecordKind::Lost;
    return place;
  }
  if ((row.row.present & EventRow::kCpu) != 0) place.track = trackOf(index, TrackKind::Cpu, 0, row.row.cpu);
  if (place.track == kNoTrack && (row.row.present & EventRow::kTid) != 0)
    place.track = trackOf(index, TrackKind::Thread, row.row.tid, 0);
  return place;
}

std::optional<Selection> lookAt(Context& c, std::optional<RowPlace>& place) {
  if (!place) return std::nullopt;
  std::optional<Mark> best;
  std::vector<Mark> marks;
  if (place->track != kNoTrack) c.session.query(place->track, place->time, place->time, 0, marks);
  for (const Mark& mark : marks) {
    if (mark.fold() || mark.depth != place->depth) continue;
    bool here = !place->exact || (place->ends ? mark.end : mark.begin) == place->time;
    if (here && (!best || mark.begin > best->begin)) best = mark;
  }
  bool last = ++place->looks > 2 && !c.session.waiting();
  c.moreToCome = c.moreToCome || !c.session.waiting();
  if (!best && !last && place->track != kNoTrack) return std::nullopt;
  if (place->time < c.view.beginTime() || place->time > c.view.endTime()) c.view.centre(place->time);
  std::optional<Selection> found;
  if (best) found = Selection{place->track, *best};
  place.reset();
  return found;
}

}  // namespace tp::ui
