// How long softirqs were pending, in the panel Scheduling.
#pragma once

#include "ui/view/context.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

// Whether the open trace tells when softirqs were raised.
bool tellsSoftirqs(WindowState& c, const Session& session);
// Opens the panel Scheduling with the list below. Returns false, and says why, if the trace does not tell it.
bool openSoftirqs(Context& c);
// Draws a row for each softirq; a click leads to the longest time that it was pending.
void drawSoftirqs(Context& c, const Rect& area);
// What is drawn, as a table.
PanelTable softirqsTable(Context& c);

}  // namespace tp::ui
