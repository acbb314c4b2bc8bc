// The flame graph as JSON for scripts.
#pragma once

#include <string>

#include "ui/view/context.h"

namespace tp::wasm {

// Returns what the panel shows, with the stacks as `tracepane stacks` prints them; "null" while it is not there.
std::string flameJson(const ui::Context& c);

}  // namespace tp::wasm
