// Translates the names that browsers have for keys.
#pragma once

#include <imgui.h>

#include <string_view>

namespace tp::wasm {

// `code` is KeyboardEvent.code. Returns ImGuiKey_None for a key that is not used here.
ImGuiKey keyOf(std::string_view code);

}  // namespace tp::wasm
