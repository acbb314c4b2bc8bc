// The head of the panel of slices.
#pragma once

#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// Draws the filter, the choice of kinds, the groups and the counts; returns the height that they take. `narrow`: there
// is no room for durations and groups beside the list, and a chip puts them in its place.
float drawSlicesHead(Context& c, const Rect& area, bool narrow);
// Why no slices are listed.
std::string noSlicesText(const WindowState& c, const Session& session);

}  // namespace tp::ui
