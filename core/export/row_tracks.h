// Which rows of the event table belong to some of the tracks: what is drawn on one, what its thread did, and what was
// recorded on its CPU.
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
  // `used`: by track.
  RowTracks(const std::vector<Track>& tracks, const std::vector<bool>& used);

  // `table`: that the record's track is numbered in.
  bool holds(const Record& record, const EventRow& row, const TrackTable& table) const;

 private:
  std::set<TrackKey> tracks_;
  std::set<std::tuple<uint32_t, std::string, int64_t>> threads_;  // of which trace, label, number
  std::set<std::pair<uint32_t, int64_t>> tids_;                   // the same without their labels
  std::set<std::pair<uint32_t, int32_t>> cpus_;
};

}  // namespace tp
