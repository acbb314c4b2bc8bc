#include "ui/view/row_place.h"

namespace tp::ui {
namespace {

// The number of the joined trace that the row names; 0 if there is none.
uint32_t traceOf(const TraceIndex& index, const EventRow& row) {
  for (const TracePart& part : index.info().parts)
    if (part.name == row.trace) return part.number;
  return 0;
}

// The track of a kind with marks of this thread or CPU; kNoTrack if there is none.
TrackId trackOf(const TraceIndex& index, uint32_t trace, TrackKind kind, int64_t tid, int32_t cpu) {
  for (TrackId id : index.tracks().byKey()) {
    const TrackKey& key = index.tracks()[id].key;
    if (key.trace != trace) continue;
    bool same = kind == TrackKind::Thread ? key.tid == tid : key.cpu == cpu;
    if (key.kind == kind && same && !index.lanesOf(id).empty()) return id;
  }
  return kNoTrack;
}

}  // namespace

Seek placeOf(const TraceIndex& index, const TableRow& row) {
  Seek place;
  place.what = Seek::What::Covers;
  place.begin = place.end = row.time;
  bool draws = row.kind != RecordKind::Event && row.track != kNoTrack && !index.lanesOf(row.track).empty();
  if (draws) {
    place.track = row.track;
    place.depth = row.depth;
    bool ends = row.kind == RecordKind::End || row.kind == RecordKind::Slice;
    bool exact = row.kind != RecordKind::Counter && row.kind != RecordKind::Lost;
    if (exact) place.what = ends ? Seek::What::Ends : Seek::What::Begins;
    return place;
  }
  uint32_t trace = traceOf(index, row.row);
  if ((row.row.present & EventRow::kCpu) != 0) place.track = trackOf(index, trace, TrackKind::Cpu, 0, row.row.cpu);
  if (place.track == kNoTrack && (row.row.present & EventRow::kTid) != 0)
    place.track = trackOf(index, trace, TrackKind::Thread, row.row.tid, 0);
  return place;
}

}  // namespace tp::ui
