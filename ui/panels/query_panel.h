// Questions in SQL: an editor, and what was found.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ui/view/context.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

void drawQueryPanel(Context& c, const Rect& area);
// The first rows, as they are sorted.
std::vector<PanelTable> queryTables(Context& c);

// What the table shows: the result, and its rows as they are sorted. `result` is null if nothing was asked.
struct ShownRows {
  const SqlResult* result = nullptr;
  std::span<const uint32_t> order = {};
};
ShownRows shownRows(WindowState& c);
// How far the question is, or how it ended.
std::string queryStatus(const SqlResult& result);

}  // namespace tp::ui
