// What scripts see of the flame graph.
#pragma once

#include <optional>
#include <string>

#include "ui/view/context.h"

namespace tp::wasm {

// What its panel shows, the stacks as `tracepane stacks` prints them; "null" where the panel is not open, nullopt while
// the open panel waits for it.
std::optional<std::string> flameJson(const ui::Context& c);

}  // namespace tp::wasm
