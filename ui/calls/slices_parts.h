// The parts of the panel of slices: its head, its rows, and the table of groups beside them.
#pragma once

#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// Draws the filter, the choice of kinds, the groups and the counts; returns the height that they take. `narrow`: there
// is no room for durations and groups beside the list, and a chip puts them in its place.
float drawSlicesHead(Context& c, const Rect& area, bool narrow);
// Why no slices are listed.
std::string noSlicesText(const WindowState& c, const Session& session);

// Draws titles, by which the list is sorted, and of any number of rows those that fit into the area.
void drawSliceRows(Context& c, const Rect& area);

// Draws the groups; a click on one adds it to the filter.
void drawSliceGroups(Context& c, const Rect& area);

}  // namespace tp::ui
