// The list of the Why panel that says who had the CPUs that the path waited for.
#pragma once

#include <string>

#include "ui/view/context.h"
#include "ui/view/panel_table.h"
#include "ui/view/why_answer.h"

namespace tp::ui {

// "5 threads, with the interrupts amid them": what the list has, and what its times count.
std::string whyCpusCount(Context& c);
void drawWhyCpus(Context& c, const WhySubject& subject, const Rect& area);
PanelTable whyCpusTable(Context& c);

}  // namespace tp::ui
