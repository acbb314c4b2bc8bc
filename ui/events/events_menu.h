// The context menu of a cell of the event table.
#pragma once

#include "ui/view/event_columns.h"

namespace tp::ui {

// A filter expression for the rows that have the same value as `row` in this column; empty if there is none.
std::string sameAs(const TableRow& row, EventColumn column);

void openEventsMenu(Context& c, const TableRow& row, EventColumn column);
// For a cell in the column of a field.
void openEventsMenu(Context& c, const TableRow& row, const std::string& field);
// Call once in each frame.
void drawEventsMenu(Context& c);

}  // namespace tp::ui
