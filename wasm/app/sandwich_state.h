// What scripts see of the sandwich.
#pragma once

#include <optional>
#include <string>

#include "ui/view/context.h"

namespace tp::wasm {

// What its tables show, as `tracepane functions --of` prints it; "null" where the panel is not open or of no function,
// nullopt while the open panel waits for it.
std::optional<std::string> sandwichJson(ui::Context& c);

}  // namespace tp::wasm
