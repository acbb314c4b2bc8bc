// The head of the event table: its filter, which rows it has, and how many.
#pragma once

#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// At the top of the panel; returns how high it is.
float drawEventsHead(Context& c, const Rect& panel);
// Why the table has no rows.
std::string nothingText(const Context& c);

}  // namespace tp::ui
