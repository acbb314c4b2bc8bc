// What can be done, for scripts: the actions with their keys, what a pointer does, and the palette as it stands.
#pragma once

#include <string>

#include "ui/view/context.h"

namespace tp::wasm {

std::string actionsJson(const ui::Context& c);
std::string gesturesJson();
// What could be pressed in the last frame, and where.
std::string controlsJson(const ui::Context& c);
// "null" where it is closed.
std::string paletteJson(const ui::Context& c);

}  // namespace tp::wasm
