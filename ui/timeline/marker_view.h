// Draws markers and kept ranges on the axis, over the tracks and on the overview.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/view/context.h"

namespace tp::ui {

// Draws flags, ranges, and the time between neighbouring markers. Returns the left and right ends, in pixels, of what
// they take of the axis; labels of ticks must not overlap these.
std::vector<std::pair<float, float>> markersOnAxis(Context& c, const Rect& strip);
// `view`: by which these tracks are drawn.
void markersOverTracks(Context& c, const VisibleTime& view, const Rect& tracks);
void markersOnOverview(Context& c, const Rect& strip);

// The number of the marker whose flag is at `x`; 0: none.
uint32_t markerUnder(const Context& c, const Rect& strip, float x);

// The number of the kept range at this point of the axis; 0: none.
uint32_t keptUnder(const WindowState& c, const Rect& strip, ImVec2 at);

// "marker 2 → pointer  +1.234 ms"; empty without a selected marker or a time under the pointer.
std::string sinceMarker(const Context& c);

// Runs "mark" (at the pointer, else at the selection, else in the middle of the view), "marker" TIME, "keep-range",
// "marker-select" NUMBER, "marker-move" NUMBER TIME, "marker-remove" [NUMBER] (else the selected one),
// "clear-markers", "note-text" TEXT [NUMBER] (else of the marked range, which is kept, of the selected marker or of
// a new one) or "note" (asks for its text). Returns false for other ids, and if there is no such marker.
bool markerCommand(Context& c, std::string_view id, std::span<const std::string> args);

}  // namespace tp::ui
