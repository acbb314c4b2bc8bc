// What the last frame has drawn, and where, from the triangles that ImGui hands to the renderer: tests have no pixels.
#pragma once

#include <imgui.h>

#include <cstddef>

#include "ui/view/context.h"

namespace tp::test {

// Returns how many triangles of a colour, opaque or not, but not wholly transparent, reach into this part of the
// window.
size_t drawnIn(const ui::Rect& part, ImU32 colour);

// Returns whether a tooltip was drawn.
bool tipDrawn();

}  // namespace tp::test
