// Asks for the durations of calls one by one, and adds a track to the index on which they are drawn as points.
#pragma once

#include <string_view>

#include "core/session/slices/slices_question.h"

namespace tp {

// The key of a track of durations; `number` tells them apart.
TrackKey durationsKey(uint32_t number);
// Whether it is the key of such a track.
bool isDurations(const TrackKey& key);

class DurationsQuestion final : public SlicesQuestion {
 public:
  // `query.points` says how many calls are told. `number`: of the track. `row`: the position of this plot among those
  // of the track, which is the higher the more there are.
  DurationsQuestion(SliceQuery query, uint32_t number, uint16_t row)
      : SlicesQuestion(std::move(query)), number_(number), row_(row) {}

  // Valid once done(): kNoTrack if no call has a known duration.
  TrackId track() const { return track_; }

  JobKind kind() const override { return JobKind::Durations; }
  void keep(TraceIndex& index) override;

 private:
  uint32_t number_;
  uint16_t row_;
  TrackId track_ = kNoTrack;
};

}  // namespace tp
