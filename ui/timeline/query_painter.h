// Draws what is on the track of a query.
#pragma once

#include <optional>

#include "ui/view/context.h"

namespace tp::ui {

// The height of the track, in pixels.
float queryTrackHeight(const WindowState& c, const QueryTrack& track);

// What of a track is under the pointer.
struct QueryHit {
  uint32_t number = 0;  // of the track
  uint32_t row = 0;     // of its result; the first one of several
  size_t count = 1;     // slices that are too short to be told apart
  Time begin = 0, end = 0;
};

// Draws the track in `area`, as far as it lies within `clip`. `pointed`: the pointer is on the tracks of queries.
std::optional<QueryHit> paintQueryTrack(Context& c, const QueryTrack& track, const Rect& area, const Rect& clip,
                                        bool pointed);

}  // namespace tp::ui
