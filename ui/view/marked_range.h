// A span of time that the user has marked, on all tracks or on some. Panels count within it.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp::ui {

struct MarkedRange {
  Time first = 0;
  Time second = 0;
  std::vector<TrackId> tracks;  // sorted; empty: all

  MarkedRange(Time a, Time b, std::vector<TrackId> on = {})
      : first(std::min(a, b)), second(std::max(a, b)), tracks(std::move(on)) {}
  MarkedRange(std::pair<Time, Time> span) : MarkedRange(span.first, span.second) {}

  bool operator==(const MarkedRange& other) const {
    return first == other.first && second == other.second && tracks == other.tracks;
  }
  bool covers(TrackId track) const { return tracks.empty() || std::binary_search(tracks.begin(), tracks.end(), track); }
};

}  // namespace tp::ui
