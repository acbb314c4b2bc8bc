// CallHits makes a call one hit, even if both of its records match.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/decode/record.h"
#include "core/trace/tracks.h"

namespace tp {

class CallHits {
 public:
  // Returns whether the record ends a call whose beginning was a hit.
  bool endsHit(const Record& record) {
    if (record.kind != RecordKind::End) return false;
    const std::vector<uint8_t>& open = openOn(record.track);
    return record.depth < open.size() && open[record.depth] != 0;
  }
  // Must be called for all records in the order of the stream, after endsHit(). `hit`: the record is a hit, if it
  // begins a call.
  void add(const Record& record, bool hit) {
    const bool ends = record.kind == RecordKind::End || record.kind == RecordKind::Cut;
    if (record.kind != RecordKind::Begin && !ends) return;
    std::vector<uint8_t>& open = openOn(record.track);
    // Drops calls whose end was not recorded; adds levels whose beginning was not.
    open.resize(record.depth);
    if (record.kind == RecordKind::Begin) open.push_back(hit);
  }

 private:
  std::vector<uint8_t>& openOn(TrackId track) {
    if (last_ == nullptr || track != lastTrack_) {
      last_ = &open_[track];
      lastTrack_ = track;
    }
    return *last_;
  }

  std::unordered_map<TrackId, std::vector<uint8_t>> open_;  // by depth, for the open calls of each track
  std::vector<uint8_t>* last_ = nullptr;
  TrackId lastTrack_ = kNoTrack;
};

}  // namespace tp
