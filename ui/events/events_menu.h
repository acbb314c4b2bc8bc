// What a click with the right button on a cell of the event table offers.
#pragma once

#include "ui/view/event_columns.h"

namespace tp::ui {

// The expression that holds for rows that have in this column what `row` has; empty where there is none.
std::string sameAs(const TableRow& row, EventColumn column);

void openEventsMenu(Context& c, const TableRow& row, EventColumn column);
// Of a column for a field.
void openEventsMenu(Context& c, const TableRow& row, const std::string& field);
// Once a frame.
void drawEventsMenu(Context& c);

}  // namespace tp::ui
