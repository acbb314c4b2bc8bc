// What can be done to the event table and the search, by name and by key.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ui/view/context.h"

namespace tp::ui {

// "events-filter" EXPRESSION, "events-span" whole|view|marked, "events-hits", "events-row" NUMBER (from 1),
// "events-time" NS, "events-up", "events-down", "events-page-up", "events-page-down", "events-first", "events-last",
// "events-choose", "events-copy", "events-times", "events-column" FIELD (adds its column or removes it), "search" TEXT,
// "search-next", "search-previous". False for others, and where there is nothing of that kind to be done.
bool eventsCommand(Context& c, std::string_view id, std::span<const std::string> args);

// True where the table has the keyboard and the key is one of its own.
bool eventsKeys(Context& c);

}  // namespace tp::ui
