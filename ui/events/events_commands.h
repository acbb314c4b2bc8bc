// Commands and keys of the event table and the search.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ui/view/context.h"

namespace tp::ui {

// Runs "events-filter" EXPRESSION, "events-span" whole|view|marked, "events-hits", "events-row" NUMBER (from 1),
// "events-time" NS, "events-up", "events-down", "events-page-up", "events-page-down", "events-first", "events-last",
// "events-choose", "events-copy", "events-times", "events-column" FIELD (adds or removes its column), "search" TEXT,
// "search-next", "search-previous". Returns false for other ids, and if there is nothing to do.
bool eventsCommand(Context& c, std::string_view id, std::span<const std::string> args);

// Handles the keys of the table if it has the keyboard; returns true if one was pressed.
bool eventsKeys(Context& c);

// Call when a person has opened the table: what is typed next is its filter.
void eventsOpened(Context& c);
// Returns whether the filter has left a key of this frame to the actions and the table.
bool filterLeavesKey(WindowState& c);

}  // namespace tp::ui
