// Keys in flame graphs, by RowKeys: arrows choose a box, Enter zooms into it, and the key of the menu opens its menu.
#pragma once

#include "ui/calls/flame_rows.h"
#include "ui/view/context.h"

namespace tp::ui {

class FlameKeys {
 public:
  // Takes the keys of this frame, before the boxes are drawn. `version` tells trees apart, whose nodes have other
  // numbers: of another one, no box is chosen yet. `upwards`: the first row is the lowest. Returns what is pressed.
  FlameAnswer follow(Context& c, const FlameBoxes& laid, uint64_t version, bool upwards);
  // The chosen box; null if there is none, or the keys are elsewhere.
  const FlameBox* chosen() const { return chosen_; }
  // Whether it has just been chosen, and is to be brought into view.
  bool moved() const { return moved_; }

 private:
  uint32_t node_ = 0;  // of the chosen box; 0: none is
  uint64_t version_ = 0;
  const FlameBox* chosen_ = nullptr;  // of the last follow(), and valid as long as its boxes
  bool moved_ = false;
};

}  // namespace tp::ui
