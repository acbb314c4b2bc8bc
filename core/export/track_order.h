// The tracks of a trace in an order of their own: which of them is found first depends on the workers, and what is
// written should not.
#pragma once

#include <vector>

#include "core/trace/tracks.h"

namespace tp {

struct OrderedTracks {
  TrackTable table;         // parents before children, siblings by order and key
  std::vector<TrackId> of;  // by the other table's ids
};
OrderedTracks orderTracks(const TrackTable& tracks);

}  // namespace tp
