// The marked range over the tracks: over those of a stretched trace, where its times are drawn there.
#pragma once

#include <optional>
#include <utility>

#include "ui/timeline/track_area.h"
#include "ui/view/context.h"

namespace tp::ui {

// Draws how long the range is into the strip of the axis. Returns the ends of the label, in pixels; nothing if the
// range is not in view, or is of a trace that has times of its own.
std::optional<std::pair<float, float>> drawRangeOnAxis(Context& c, const Rect& strip);
void drawRange(Context& c, const TrackArea& area, const Rect& tracks);

// Whether a track is dimmed within the time of the range, which must be marked on some tracks: it is none of them, the
// selection is not on it, and it is of no thread of the path that the open panel Why shows.
bool isDimmed(WindowState& c, const TraceIndex& index, TrackId track);

// Returns whether an edge of the marked range, as tracks of `view` are drawn, is within 4 pixels of `x`; `other` is the
// time of the opposite edge then.
bool edgeUnder(const WindowState& c, const VisibleTime& view, const Rect& tracks, float x, Time& other);

}  // namespace tp::ui
