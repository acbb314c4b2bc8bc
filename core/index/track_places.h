// Maps tracks to positions in a list. As fast for a stream with one track in a trace of thousands as for one with many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/trace/tracks.h"

namespace tp {

class TrackPlaces {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  // Returns kNone for a track that was not added.
  uint32_t find(TrackId track) const {
    if (slots_.empty()) return kNone;
    const Slot& slot = slots_[slotOf(track)];
    return slot.track == track && track != kNoTrack ? slot.place : kNone;
  }
  // Adds a track, which must be new and not kNoTrack.
  void put(TrackId track, uint32_t place) {
    if ((used_ + 1) * 2 > slots_.size()) grow();
    slots_[slotOf(track)] = {track, place};
    ++used_;
  }
  void clear() {
    slots_ = std::vector<Slot>();
    used_ = 0;
  }

 private:
  struct Slot {
    TrackId track = kNoTrack;  // kNoTrack: free
    uint32_t place = 0;
  };

  // The slot in which the track is, or into which it belongs.
  size_t slotOf(TrackId track) const {
    const size_t mask = slots_.size() - 1;
    size_t at = (track * 0x9e3779b1u >> 7) & mask;
    while (slots_[at].track != track && slots_[at].track != kNoTrack) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 4 : slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.track != kNoTrack) slots_[slotOf(slot.track)] = slot;
  }

  std::vector<Slot> slots_;  // an open-addressing hash table
  size_t used_ = 0;
};

}  // namespace tp
