// What of a track has not been read yet, while the trace is being indexed: nothing is known of it.
#pragma once

#include <optional>

#include "ui/view/context.h"

namespace tp::ui {

// Returns the time up to which all streams of a track have been read, as far as they tell; nullopt: to their ends, or
// nothing is drawn on it yet.
std::optional<Time> readUntil(const TraceIndex& index, TrackId track);

// Hatches the row of a track from there to the end of what is known of the trace. `area`: as for paintTrack().
void hatchUnread(Context& c, TrackId track, const Rect& area);

}  // namespace tp::ui
