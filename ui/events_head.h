// The head of the event table: its filter, which rows it has, and how many.
#pragma once

#include <string>

#include "ui/context.h"

namespace tp::ui {

void drawEventsHead(Context& c, const Rect& area);
// Why the table has no rows.
std::string nothingText(const Context& c);

}  // namespace tp::ui
