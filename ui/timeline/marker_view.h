// Markers and kept ranges: on the axis, over the tracks, on the overview.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/view/context.h"

namespace tp::ui {

// Their flags, and the time between neighbours. What the spans take of the axis is said in pixels from left to right.
std::vector<std::pair<float, float>> markersOnAxis(Context& c, const Rect& strip);
void markersOverTracks(Context& c, const Rect& tracks);
void markersOnOverview(Context& c, const Rect& strip);

// The number of the flag at `x` on the axis; 0: none.
uint32_t markerUnder(const Context& c, const Rect& strip, float x);

// The number of the kept range there; 0: none.
uint32_t keptUnder(const Context& c, const Rect& strip, ImVec2 at);

// "marker 2 → pointer  +1.234 ms"; empty where nothing is compared.
std::string sinceMarker(const Context& c);

// "mark" (at the pointer, else at the selection), "marker" TIME, "keep-range", "marker-select" NUMBER, "marker-move"
// NUMBER TIME, "marker-remove" NUMBER (none: the selected one), "clear-markers". False for others.
bool markerCommand(Context& c, std::string_view id, std::span<const std::string> args);

}  // namespace tp::ui
