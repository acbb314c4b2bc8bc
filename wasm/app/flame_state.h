// The flame graph as JSON for scripts.
#pragma once

#include <optional>
#include <string>

#include "ui/view/context.h"

namespace tp::wasm {

// Returns what the panel shows, with the stacks as `tracepane stacks` prints them; "null" if the panel is not open,
// nullopt while the open panel waits for it.
std::optional<std::string> flameJson(const ui::Context& c);

}  // namespace tp::wasm
