// The sandwich as JSON for scripts.
#pragma once

#include <optional>
#include <string>

#include "ui/view/context.h"

namespace tp::wasm {

// Returns what its tables show, as `tracepane functions --of` prints it; "null" if the panel is not open or no function
// is chosen, nullopt while the open panel waits for it.
std::optional<std::string> sandwichJson(ui::Context& c);

}  // namespace tp::wasm
