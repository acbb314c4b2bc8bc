// Draws a counter: its value as a line of steps, and behind it the extremes of aggregates.
#pragma once

#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// `area`: the track's part of the window. Sets c.counter to the sample under the pointer.
void paintCounter(Context& c, TrackId track, const Rect& area, const Rect& clip);

// The width of the text with the range of the counter, which is right-aligned beside the track, below its name. In
// pixels.
float counterScaleWidth(Context& c, TrackId track);

// The name and the unit of a counter track: "vmrss" and "KB" of "vmrss, KB"; the unit is empty if it is not a known
// one.
std::string_view counterName(std::string_view track);
std::string_view counterUnit(std::string_view track);

// "12 345 KB"; the extremes of an aggregate; "not recorded" if no value is known.
std::string counterText(const Mark& mark, std::string_view unit);

}  // namespace tp::ui
