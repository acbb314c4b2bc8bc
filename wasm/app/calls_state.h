// The flame graph and the sandwich as JSON for scripts.
#pragma once

#include <optional>
#include <string>

#include "ui/view/context.h"

namespace tp::wasm {

// Each returns what its panel shows; "null" if the panel is not open, nullopt while the open panel waits for it.

// With the stacks as `tracepane stacks` prints them.
std::optional<std::string> flameJson(const ui::Context& c);
// The tables as `tracepane functions --of` prints them; "null" as well if no function is chosen.
std::optional<std::string> sandwichJson(ui::Context& c);
// The functions as `tracepane functions --by` prints them; "null" as well if their weight is no time in states.
std::optional<std::string> functionTimesJson(ui::Context& c);

}  // namespace tp::wasm
