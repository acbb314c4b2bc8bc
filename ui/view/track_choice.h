// What the user has chosen for the tracks: which are shown, in which order, and how high.
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
  std::string filter;           // part of a label, or /regular expression/; empty: all
  std::vector<TrackId> pinned;  // in the order of pinning
  std::set<TrackId> hidden;
  TrackSort sort = TrackSort::Recorded;
  // For a parent (kNoTrack: none) whose children were moved: the children in their order. Those found later follow.
  std::map<TrackId, std::vector<TrackId>> moved;
  // Plots of fields that are drawn on the track of another one, which is not among them: by track, that one.
  std::map<TrackId, TrackId> laid;
  bool idleShown = false;  // the threads that hardly ran are not folded into one row
  float callHeight = 17;   // height of a row of calls, in device-independent pixels
};

}  // namespace tp::ui
