// What a person has chosen of the tracks: which are shown, where, and how high.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/trace/tracks.h"

namespace tp::ui {

enum class TrackSort : uint8_t { Recorded, Name, Pid, Activity };

struct TrackChoice {
  std::string filter;           // part of a label, or /a regular expression/
  std::vector<TrackId> pinned;  // the longest pinned first
  std::set<TrackId> hidden;
  TrackSort sort = TrackSort::Recorded;
  // Children of a track (kNoTrack: those without a parent) that were moved, in their order; those found later follow.
  std::map<TrackId, std::vector<TrackId>> moved;
  float callHeight = 17;  // of the row of a depth
};

}  // namespace tp::ui
