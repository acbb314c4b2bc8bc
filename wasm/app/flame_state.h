// What scripts see of the flame graph.
#pragma once

#include <string>

#include "ui/view/context.h"

namespace tp::wasm {

// What its panel shows, the stacks as `tracepane stacks` prints them; "null" while it is not there.
std::string flameJson(const ui::Context& c);

}  // namespace tp::wasm
