// Puts the tracks of a trace into an order that does not depend on which of them a worker found first, so that exports
// do not depend on it either.
#pragma once

#include <vector>

#include "core/trace/tracks.h"

namespace tp {

struct OrderedTracks {
  TrackTable table;         // parents before children, siblings by order and key
  std::vector<TrackId> of;  // by the other table's ids: the new ones
};
OrderedTracks orderTracks(const TrackTable& tracks);

}  // namespace tp
