// Questions in SQL: an editor, and what was found.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ui/view/context.h"

namespace tp::ui {

void drawQueryPanel(Context& c, const Rect& area);

// The keys of the table of rows, while it has them. Returns whether one was pressed.
bool queryKeys(Context& c);
// Runs "sql", "sql-run", "sql-edit", "sql-stop", "sql-copy", "sql-chart", "sql-row" or "sql-track-edit" with what they
// take. Returns false if there is nothing to do it with.
bool queryCommand(Context& c, std::string_view id, std::span<const std::string> args);

// What the table shows: the result, and its rows as they are sorted. `result` is null if nothing was asked.
struct ShownRows {
  const SqlResult* result = nullptr;
  std::span<const uint32_t> order = {};
};
ShownRows shownRows(Context& c);
// How far the question is, or how it ended.
std::string queryStatus(const SqlResult& result);

}  // namespace tp::ui
