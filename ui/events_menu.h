// What a click with the right button on a cell of the event table offers.
#pragma once

#include "ui/event_columns.h"

namespace tp::ui {

// The expression that holds for rows that have in this column what `row` has; empty where there is none.
std::string sameAs(const TableRow& row, EventColumn column);

void openEventsMenu(const TableRow& row, EventColumn column);
// Once a frame.
void drawEventsMenu(Context& c);

}  // namespace tp::ui
