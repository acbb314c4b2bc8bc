// What a frame has drawn, and where: of the data for the renderer, which a test has in place of pixels.
#pragma once

#include <imgui.h>

#include <cstddef>

#include "ui/view/context.h"

namespace tp::test {

// How many triangles of a colour, however transparent, show in this part of the window, in the frame that was drawn
// last.
size_t drawnIn(const ui::Rect& part, ImU32 colour);

// Whether a tip was drawn in it.
bool tipDrawn();

}  // namespace tp::test
