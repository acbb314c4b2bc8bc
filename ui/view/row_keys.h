// Keys in the lists and tables of the drawer whose rows are all in memory: they choose a row, and do something with it.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "ui/base/row_move.h"
#include "ui/view/context.h"

namespace tp::ui {

class RowKeys {
 public:
  // Call in each frame, whether the drawer is open or not. `rows`: whether the panel of the tab has such a table. One
  // that has just been opened gets the arrow keys.
  void follow(const Context& c, bool rows);
  // Whether the arrow keys are for the table of the tab.
  bool focused(const Context& c) const;
  // A row of the table has been clicked: the keys go on from there.
  void take() { focused_ = any_ = true; }
  void leave() { focused_ = false; }
  // Takes the keys that are pressed; returns false if none is meant for the table.
  bool handle(Context& c);

  // For the table, which has `count` rows of which `current` is chosen (negative: none): the row that is to be chosen.
  std::optional<size_t> moved(size_t count, int64_t current, size_t page);
  // For what is no list: the move as it was pressed. And once something is chosen, -1 or 1 for an arrow to the left or
  // right, else 0; whoever calls this in each frame gets these keys.
  std::optional<RowMove> takeMove() { return std::exchange(move_, std::nullopt); }
  int takeSide() {
    sideways_ = true;
    return std::exchange(side_, 0);
  }
  // Whether Enter or the key of the menu has been pressed since the last call. The table shows what the row leads to.
  bool entered() { return std::exchange(entered_, false); }
  bool menuWanted() { return std::exchange(menu_, false); }

 private:
  bool focused_ = false;
  std::optional<Selection> selection_;  // of the frame before
  std::optional<Tab> tab_;              // that was open in the frame before
  bool rows_ = false;                   // whether it has a table
  bool any_ = false;                    // the keys have chosen a row since the table has them
  bool sideways_ = false;               // takeSide() was called in the frame before
  std::optional<RowMove> move_;         // for moved() and takeMove()
  int side_ = 0;                        // for takeSide()
  bool entered_ = false, menu_ = false;
};

// Scrolls the ImGui window so that a row is in view. `head`: the height that stays above the rows. Pixels.
void bringIntoView(size_t row, float rowHeight, float head);

}  // namespace tp::ui
