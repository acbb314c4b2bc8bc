// What the event table and the search show, as JSON.
#pragma once

#include <string>
#include <vector>

#include "ui/view/context.h"

namespace tp::wasm {

// Of the table as it is filtered and limited: {"total", "first", "cursor", "error", "done", "rows"}, where `args` says
// from which row (0: the table's first) and how many. "rows" are objects as `tracepane events --format jsonl` prints
// them. "null" until all of them are there: asking brings them.
std::string eventsJson(ui::Context& c, const std::vector<std::string>& args);

// {"text", "kind", "count", "listed", "done", "current"}, or "null" where nothing is looked for.
std::string searchJson(ui::Context& c);

}  // namespace tp::wasm
