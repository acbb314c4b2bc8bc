// What the user can do, as JSON for scripts: the actions with their keys, the gestures, and the palette as it is.
#pragma once

#include <string>

#include "ui/app/app.h"

namespace tp::wasm {

std::string actionsJson(const ui::App& app);
std::string gesturesJson();
// The controls that could be pressed in the last frame, and where they are.
std::string controlsJson(const ui::Canvas& c);
// Returns "null" if the palette is closed.
std::string paletteJson(const ui::WindowState& c);

}  // namespace tp::wasm
