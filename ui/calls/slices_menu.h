// The menu of a row in the panel of slices.
#pragma once

#include <optional>

#include "ui/view/context.h"

namespace tp::ui {

// Opens the menu of the row at the cursor: at the pointer, or for keys at a place.
void openSliceRowMenu(Canvas& c, std::optional<ImVec2> at = std::nullopt);
// Shows the row at the cursor on the timeline, and why it took so long. Returns false if there is no such row, or it is
// none of a thread whose waits are known.
bool showReasonOfRow(Context& c);
// Draws the menu while it is open. Call once in each frame, in the same ImGui window.
void drawSliceRowMenu(Context& c);

}  // namespace tp::ui
