// What leads to a plot of durations: a function, the selection, the list of slices.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ui/view/context.h"

namespace tp::ui {

// All calls of a function on tracks of a class (CallProfiles::classOf()), in the whole trace.
DurationSpec durationsOf(const TraceIndex& index, const ShownNames& names, NameId function, size_t trackClass);
// What the panel of slices lists, as far as it lies within its range.
DurationSpec durationsListed(const Context& c);

// The names of a track's plots, for menus.
std::string plottedNames(const DurationTrack& track);
// Draws the items that plot it: on a track of its own, and on each that is there.
void drawDurationItems(Context& c, const DurationSpec& spec);

// "plot-durations" [NAME [KIND]] and "plot-durations-onto" [NAME [KIND]]: of the selected or chosen function, if none
// is named; "plot-slices"; "durations-scale" log|linear [NUMBER]; "unplot-durations" [NUMBER [POSITION]]. Returns false
// for other ids, invalid arguments, and if there is nothing to do.
bool durationsCommand(Context& c, std::string_view id, std::span<const std::string> args);

}  // namespace tp::ui
