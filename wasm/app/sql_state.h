// The answer to a script's question in SQL.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/view/context.h"

namespace tp::wasm {

// `args`: the query, and how many rows are wanted at most. Asks it when it is called first with these, and returns
// nullopt until the answer is complete; called again, it asks anew.
std::optional<std::string> sqlJson(ui::Context& c, const std::vector<std::string>& args);

}  // namespace tp::wasm
