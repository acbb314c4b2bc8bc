// Keys as browsers name them.
#pragma once

#include <imgui.h>

#include <string_view>

namespace tp::wasm {

// KeyboardEvent.code; ImGuiKey_None for a key that nothing here uses.
ImGuiKey keyOf(std::string_view code);

}  // namespace tp::wasm
