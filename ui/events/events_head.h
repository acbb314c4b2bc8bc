// The head of the event table: its filter, which rows it lists, and how many.
#pragma once

#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// Draws it at the top of the panel; returns its height in pixels.
float drawEventsHead(Context& c, const Rect& panel);
// Why the table has no rows.
std::string nothingText(const WindowState& c, const Session& session);

}  // namespace tp::ui
