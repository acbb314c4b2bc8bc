// The tracks that queries make: they stand above all others, and stay there while those scroll.
#pragma once

#include "ui/view/context.h"

namespace tp::ui {

// The height of the strip, in pixels; 0 without such tracks. `room`: what it shares with the other tracks.
float queryStripHeight(const WindowState& c, float room);
void drawQueryStrip(Context& c, const Rect& area);

// How many rows a track has, or how far its query is, or that it failed.
std::string queryTrackStatus(const WindowState& c, const QueryTrack& track);

}  // namespace tp::ui
