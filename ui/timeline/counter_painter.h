// Draws a counter: its value as a line of steps, the extremes of what is too short to be told apart behind it.
#pragma once

#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// `level`: of detail, as for Session::query(). Sets c.counter to the sample under the pointer.
void paintCounter(Context& c, TrackId track, const Rect& area, const Rect& clip, int level);

// The width of what says how far the counter goes, at the right of its label below the name.
float counterScaleWidth(Context& c, TrackId track);

// "vmrss" and "KB" of a track named "vmrss, KB".
std::string_view counterName(std::string_view track);
std::string_view counterUnit(std::string_view track);

// "12 345 KB"; of a fold its extremes.
std::string counterText(const Mark& mark, std::string_view unit);

}  // namespace tp::ui
