// The sandwich as JSON for scripts.
#pragma once

#include <string>

#include "ui/view/context.h"

namespace tp::wasm {

// Returns what its tables show, as `tracepane functions --of` prints it; "null" while it is not there.
std::string sandwichJson(ui::Context& c);

}  // namespace tp::wasm
