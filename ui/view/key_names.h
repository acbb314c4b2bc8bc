// What the keys of the keyboard are called.
#pragma once

#include <imgui.h>

#include <map>
#include <string>

namespace tp::ui {

// How keys are called where the person sits.
struct KeyNames {
  const char* control = "Ctrl";
  std::map<ImGuiKey, std::string> printed;  // of those that the layout prints otherwise
};
}  // namespace tp::ui
