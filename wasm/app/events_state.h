// What the event table and the search show, as JSON for scripts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/view/context.h"

namespace tp::wasm {

// Returns the table as it is filtered and limited: {"total", "first", "cursor", "error", "calls", "done",
// "unknownFields", "rows"}. `args` are the first row (0: the table's first) and the number of rows. "rows" are objects
// as `tracepane events --format jsonl` prints them. Returns nullopt until all of them are there, and asks for them.
std::optional<std::string> eventsJson(ui::Context& c, const std::vector<std::string>& args);

// Returns {"text", "kind", "count", "listed", "done", "unknownFields", "current"}; "null" if there is no search,
// nullopt until the search for what was entered has begun.
std::optional<std::string> searchJson(ui::Context& c);

}  // namespace tp::wasm
