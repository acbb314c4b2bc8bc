// What the tables of functions have in common: the rows' beginnings, the share at their ends, and their keys.
#pragma once

#include <functional>
#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// The function of a row.
using FunctionOf = std::function<NameId(size_t row)>;

// Returns the width of the longest name. In all of these, widths are in pixels.
float longestName(const Context& c, size_t rows, const FunctionOf& functionOf);
// Returns the room that a table has for names and figures, and what of it a column of such names takes.
float functionRoom(float width);
float functionNames(float longest);

struct FunctionRow {
  bool pressed = false;    // the row was clicked, which has chosen its function
  bool onFigures = false;  // the pointer is on the row, and not on the name
};
// Begins a row of the table that is open, with the name in the first column. `trackClass`: of the calls, as
// CallProfiles::classOf() has it.
FunctionRow beginFunctionRow(Context& c, NameId function, size_t trackClass);
// Draws a text into the current column, at its right edge.
void drawRight(Canvas& c, ImU32 ink, const std::string& text);
// Draws a share into the current column, and a bar where there is room.
void drawShare(Canvas& c, int64_t part, int64_t whole);

// Chooses a row by keys, and brings the chosen one into view when another has been chosen, which `inView` remembers.
// `rowHeight` and `head`: of the table. Returns whether Enter has been pressed.
bool followFunctionKeys(Context& c, size_t rows, const FunctionOf& functionOf, NameId& inView, size_t trackClass,
                        float rowHeight, float head);

}  // namespace tp::ui
