// Widths of tables that have a column of names and columns of figures: figures stand close to the names, and the least
// important columns are hidden if there is no room.
#pragma once

#include <cstdint>
#include <span>

#include "ui/base/canvas.h"

namespace tp::ui {

// A column of figures.
struct FigureColumn {
  float width = 0;
  int worth = 0;  // columns of the lowest worth are hidden first; 0: never hidden
};

struct TableFit {
  uint32_t shown = 0;  // a bit for each column of figures
  float names = 0;     // width of the column of names, in pixels
};

// Chooses the columns that fit into `room`, the pixels for names and figures together. `names`: width of the longest
// name. `kept`: the column of figures that the table is sorted by, which stays; negative: none. `without`: a bit for
// each column that is not shown, however much room there is.
TableFit fitTable(float room, float names, std::span<const FigureColumn> figures, int kept, uint32_t without = 0);

// The padding that a column takes in addition to its content, in pixels.
inline constexpr float kColumnPadding = 16;

// The first column of a table: set to the wanted width whenever that changes; the user may resize it in between. Call
// setWidth() between the set-up of the columns and tableTitles().
class NameColumn {
 public:
  void setWidth(float width);

 private:
  float width_ = 0;
};

// How high a table that scrolls its rows is, so that none is cut at its lower edge.
class TableHeight {
 public:
  // The height within `room`, in pixels. Before noteRows(), all of it.
  float within(float room) const;
  // Call while the table is open: the height of its head and of a row. Another frame follows if these are new, as no
  // row may be cut until the user moves the pointer.
  void noteRows(Canvas& c, float head, float row);

 private:
  float head_ = 0, row_ = 0;
};

// Whether the pointer is in the column of the cell that is drawn next.
bool pointerInCell();

// Draws the row of titles, with the menu of columns in the style of other menus. `figures`: a bit for each column whose
// title is right-aligned, like its figures. Returns the column whose title is under the pointer; -1: none.
int tableTitles(Canvas& c, uint32_t figures);

}  // namespace tp::ui
