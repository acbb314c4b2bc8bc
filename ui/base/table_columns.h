// Tables of names and figures, in windows of any width: a row's figures stand near its name, and what there is no room
// for gives way.
#pragma once

#include <cstdint>
#include <span>

namespace tp::ui {

// A column of figures, by what its table needs of it.
struct FigureColumn {
  float width = 0;
  int worth = 0;  // those of the least give way first; 0: never
};

struct TableFit {
  uint32_t shown = 0;  // a bit for each column of figures
  float names = 0;     // the width of the column of names
};

// `room`: for the names and the figures. `names`: the width that the longest name would take. `kept`: the figures by
// which the table is sorted; < 0: none. `without`: a bit for each that is not shown, however much room there is.
TableFit fitTable(float room, float names, std::span<const FigureColumn> figures, int kept, uint32_t without = 0);

// What a column takes beside its content.
inline constexpr float kColumnPadding = 16;

// The first column, as wide as its names whenever these or the room have changed; in between it can be dragged. Stands
// between the columns' set-up and their titles.
class NameColumn {
 public:
  void setWidth(float width);

 private:
  float width_ = 0;
};

// The titles of a table, whose menu of columns looks as the others do. `figures`: a bit for each column whose title
// stands at the right, as what is below it does. Says whose title the pointer is on; -1: no one's.
int tableTitles(uint32_t figures);

}  // namespace tp::ui
