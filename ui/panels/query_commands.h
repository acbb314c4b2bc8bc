// Keys and actions of the Query panel.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ui/view/context.h"

namespace tp::ui {

// Call when a person has opened the panel by its key or its tab. The editor gets the keyboard as long as nobody has
// written a query of their own, else the rows get the arrow keys.
void queryOpened(Context& c);
// Returns whether the editor has left a digit of this frame to the actions.
bool leavesDigit(WindowState& c);
// The keys of the table of rows, while it has them. Returns whether one was pressed.
bool queryKeys(Context& c);
// Whether there are rows that have been found.
bool hasQueryRows(Context& c);
// Gives the arrow keys to these rows, or to something else.
void takeQueryRows(WindowState& c);
void leaveQueryRows(WindowState& c);

// Runs "sql", "sql-run", "sql-edit", "sql-examples", "sql-history", "sql-stop", "sql-sort", "sql-copy", "sql-chart",
// "sql-row" or "sql-track-edit" with what they take. Returns false if there is nothing to do it with.
bool queryCommand(Context& c, std::string_view id, std::span<const std::string> args);

}  // namespace tp::ui
