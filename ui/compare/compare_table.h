// A table of what differs between A and B: a name, figures, and bars that grow from a middle axis, to the right where B
// has more.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/base/table_columns.h"
#include "ui/base/tooltip.h"
#include "ui/view/context.h"

namespace tp::ui {

struct CompareColumn {
  const char* title;
  FigureColumn width;  // two of the same worth are halves of a pair, as those of A and B: they are hidden together
};

// What a table shows. `row` counts as the comparison does, `column` from the one after the names.
struct CompareRows {
  uint64_t number = 0;  // differs from that of other contents
  size_t count = 0;
  const char* nameTitle = "";
  std::span<const CompareColumn> columns;
  std::function<std::string(size_t row)> name;
  std::function<std::string(size_t row, size_t column)> text;
  // What rows are sorted by in the place of the text.
  std::function<double(size_t row, size_t column)> value;
  // The lengths of two bars, one above the other, in clock units; negative: B has less.
  std::function<std::array<int64_t, 2>(size_t row)> bars;
  std::array<const char*, 2> barTitles{};            // what the two are; the second is null: there is one bar only
  std::function<bool(size_t row)> noise;             // the bars are hatched
  std::function<std::string_view(size_t row)> note;  // stands in the place of the bars; empty: there are bars
  std::function<std::vector<TipLine>(size_t row)> tip;
  std::function<bool(size_t row)> matches;  // the search
  std::function<bool(size_t row)> chosen;
  std::function<void(size_t row)> choose;  // pressed, or chosen by keys
  std::function<void(size_t row)> open;    // pressed twice, or Enter
  std::function<void(size_t row, std::optional<ImVec2> at)> menu;
};

// The state of a table between frames.
struct CompareTable {
  uint64_t number = ~uint64_t{0};
  std::string search;
  int column = 1;  // by which rows are sorted, as the table counts: 0 is the name
  bool ascending = false;
  std::vector<uint32_t> rows;
  float names = 0;      // width of the longest name
  uint32_t zero = 0;    // a bit for each column that is 0 in all rows, and so is the other half of its pair
  int64_t longest = 0;  // length of the longest bar
  size_t inView = ~size_t{0};
  NameColumn nameColumn;
  TableHeight height;
};

// Returns how many rows the search leaves.
size_t shownRows(const Context& c, CompareTable& table, const CompareRows& rows);

void drawCompareTable(Context& c, CompareTable& table, const CompareRows& rows, const Rect& area);

// Draws what the bars mean at the right end of a line, as far as there is room. Returns where that begins.
float drawBarLegend(Canvas& c, const CompareRows& rows, const Rect& line);
// The width that all of that takes.
float barLegendWidth(const Canvas& c, const CompareRows& rows);

}  // namespace tp::ui
