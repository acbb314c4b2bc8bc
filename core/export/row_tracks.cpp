#include "core/export/row_tracks.h"

namespace tp {

RowTracks::RowTracks(const std::vector<Track>& tracks, const std::vector<bool>& used) {
  for (size_t i = 0; i < tracks.size() && i < used.size(); ++i) {
    if (!used[i]) continue;
    const TrackKey& key = tracks[i].key;
    tracks_.insert(key);
    const bool events = key.kind == TrackKind::Events;
    if (key.tid >= 0 && (events || key.kind == TrackKind::Thread || key.kind == TrackKind::ThreadState)) {
      threads_.insert({key.trace, key.label, key.tid});
      tids_.insert({key.trace, key.tid});
    } else if (key.cpu >= 0 && (events || key.kind == TrackKind::Cpu)) {
      cpus_.insert({key.trace, key.cpu});
    }
  }
}

bool RowTracks::holds(const Record& record, const EventRow& row, const TrackTable& table) const {
  if (record.track >= table.size()) return false;
  const TrackKey& key = table[record.track].key;
  if (tracks_.count(key) > 0) return true;
  if ((row.present & EventRow::kCpu) != 0 && cpus_.count({key.trace, row.cpu}) > 0) return true;
  // What is recorded by CPU names the thread in each row.
  if (key.tid < 0) return (row.present & EventRow::kTid) != 0 && tids_.count({key.trace, row.tid}) > 0;
  return threads_.count({key.trace, key.label, key.tid}) > 0;
}

}  // namespace tp
