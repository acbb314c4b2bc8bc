// What the event table and the search show, as JSON for scripts.
#pragma once

#include <string>
#include <vector>

#include "ui/view/context.h"

namespace tp::wasm {

// Returns the table as it is filtered and limited: {"total", "first", "cursor", "error", "calls", "done",
// "unknownFields", "rows"}. `args` are the first row (0: the table's first) and the number of rows. "rows" are objects
// as `tracepane events --format jsonl` prints them. Returns "null" until all of them are there, and asks for them.
std::string eventsJson(ui::Context& c, const std::vector<std::string>& args);

// Returns {"text", "kind", "count", "listed", "done", "unknownFields", "current"}, or "null" if there is no search.
std::string searchJson(ui::Context& c);

}  // namespace tp::wasm
