// Which tracks are shown, one below the other, and how high each is.
#pragma once

#include <set>
#include <vector>

#include "core/index/trace_index.h"

namespace tp::ui {

struct Row {
  TrackId track = kNoTrack;
  TrackId named = kNoTrack;  // whose name stands beside the row; none where the row belongs to the one above
  float y = 0;               // from the top of the list
  float height = 0;
  int indent = 0;
  bool group = false;  // a heading that can be collapsed
  bool collapsed = false;
};

struct Layout {
  std::vector<Row> rows;
  float height = 0;
};

// Tracks without anything on them are left out once `complete`.
Layout makeLayout(const TraceIndex& index, const std::set<TrackId>& collapsed, bool complete);

// Height of a track's rows alone, and where the row of a depth lies in it.
float trackHeight(const TraceIndex& index, TrackId track);
float depthTop(const TraceIndex& index, TrackId track, uint16_t depth);
float depthHeight(const TraceIndex& index, TrackId track, uint16_t depth);

}  // namespace tp::ui
