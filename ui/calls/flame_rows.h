// What all flame graphs have in common on the screen: rows of boxes that scroll, the box under the pointer, and what a
// press on it means.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/analysis/flame_boxes.h"
#include "ui/base/canvas.h"

namespace tp::ui {

// The nodes that the user has pressed in this frame.
struct FlameAnswer {
  std::optional<uint32_t> clicked;
  std::optional<uint32_t> opened;  // by the right button
};

// Draws a box, the `index`th of the boxes. `dimmed`: it is a caller of what is zoomed into.
using DrawFlameBox = std::function<void(size_t index, const Rect& place, bool dimmed)>;

// Draws within the current child window, which scrolls; the rows begin at its cursor. `upwards`: the first row is the
// lowest. `least`: the width of a pixel of the screen. Returns the box under the pointer; null: there is none.
const FlameBox* drawFlameRows(Canvas& c, const Rect& area, const FlameBoxes& laid, bool upwards, float least,
                              const DrawFlameBox& draw);

// Writes the name into a box, as far as there is room for it.
void drawFlameLabel(Canvas& c, const Rect& place, ImU32 ink, const std::function<std::string(float room)>& fitted);

// What a press on the box means. `top`: the node that is zoomed into.
FlameAnswer pressedFlame(const FlameBox& box, uint32_t top);

}  // namespace tp::ui
