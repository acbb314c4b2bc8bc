// RowTracks tells which rows of the event table belong to given tracks: what is drawn on one of them, what its thread
// did, and what was recorded on its CPU.
#pragma once

#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/decode/event_row.h"
#include "core/decode/record.h"
#include "core/trace/tracks.h"

namespace tp {

class RowTracks {
 public:
  // `used`: whether each of `tracks` is given.
  RowTracks(const std::vector<Track>& tracks, const std::vector<bool>& used);

  // Returns whether the row belongs to the tracks. `table` is the one that numbers the record's track.
  bool holds(const Record& record, const EventRow& row, const TrackTable& table) const;

 private:
  std::set<TrackKey> tracks_;
  std::set<std::tuple<uint32_t, std::string, int64_t>> threads_;  // trace, label, id
  std::set<std::pair<uint32_t, int64_t>> tids_;                   // without labels
  std::set<std::pair<uint32_t, int32_t>> cpus_;
};

}  // namespace tp
