// A call is one hit, though both of its records may hold what is looked for.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/decode/record.h"
#include "core/trace/tracks.h"

namespace tp {

class CallHits {
 public:
  // Whether the record ends a call whose beginning was a hit.
  bool endsHit(const Record& record) {
    if (record.kind != RecordKind::End) return false;
    const std::vector<uint8_t>& open = openOn(record.track);
    return record.depth < open.size() && open[record.depth] != 0;
  }
  // In the order of the stream, after endsHit(): where a call begins, whether that is a hit.
  void add(const Record& record, bool hit) {
    const bool ends = record.kind == RecordKind::End || record.kind == RecordKind::Cut;
    if (record.kind != RecordKind::Begin && !ends) return;
    std::vector<uint8_t>& open = openOn(record.track);
    // Calls above it of which no beginning was recorded, or no end.
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

  std::unordered_map<TrackId, std::vector<uint8_t>> open_;  // by depth, of the calls that are open on the track
  std::vector<uint8_t>* last_ = nullptr;
  TrackId lastTrack_ = kNoTrack;
};

}  // namespace tp
