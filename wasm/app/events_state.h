// What the event table and the search show, as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/view/context.h"

namespace tp::wasm {

// Of the table as it is filtered and limited: {"total", "first", "cursor", "error", "done", "rows"}, where `args` says
// from which row (0: the table's first) and how many. "rows" are objects as `tracepane events --format jsonl` prints
// them. Nullopt until all of them are there: asking brings them.
std::optional<std::string> eventsJson(ui::Context& c, const std::vector<std::string>& args);

// {"text", "kind", "count", "listed", "done", "current"}; "null" where nothing is looked for, nullopt until the search
// for what was entered begins.
std::optional<std::string> searchJson(ui::Context& c);

}  // namespace tp::wasm
