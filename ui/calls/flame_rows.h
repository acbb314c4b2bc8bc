// What all flame graphs have in common on the screen: rows of boxes that scroll, the box under the pointer, and what a
// press on it means.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/flame_boxes.h"
#include "ui/base/canvas.h"
#include "ui/base/tooltip.h"

namespace tp::ui {

// The nodes that the user has pressed in this frame.
struct FlameAnswer {
  std::optional<uint32_t> clicked;
  std::optional<uint32_t> opened;  // by the right button
  std::optional<ImVec2> at;        // where its menu is to be, if it is opened by keys
};

// The box that is looked at: the one under the pointer or, with `byKeys`, that which the keys have chosen.
struct FlameHit {
  const FlameBox* box = nullptr;  // null: there is none
  Rect place = {};
  bool byKeys = false;
};

// Draws a box, the `index`th of the boxes. `dimmed`: it is a caller of what is zoomed into.
using DrawFlameBox = std::function<void(size_t index, const Rect& place, bool dimmed)>;

// Draws within the current child window, which scrolls; the rows begin at its cursor. `upwards`: the first row is the
// lowest. `least`: the width of a pixel of the screen. `chosen`: by keys, or null; `reveal` brings it into view.
FlameHit drawFlameRows(Canvas& c, const Rect& area, const FlameBoxes& laid, bool upwards, float least,
                       const FlameBox* chosen, bool reveal, const DrawFlameBox& draw);

// Writes the name into a box, as far as there is room for it.
void drawFlameLabel(Canvas& c, const Rect& place, ImU32 ink, const std::function<std::string(float room)>& fitted);

// What is to be done about the box: what the keys want, or else what a press on it means. `top`: the node that is
// zoomed into.
FlameAnswer flameAnswer(FlameAnswer byKeys, const FlameHit& hit, uint32_t top);
// Draws a tip about the box: below the pointer or, by keys, below the box.
void drawFlameTip(Canvas& c, const std::vector<TipLine>& lines, const FlameHit& hit);

}  // namespace tp::ui
