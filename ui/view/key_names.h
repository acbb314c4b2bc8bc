// Names of keys on the user's platform and keyboard layout.
#pragma once

#include <imgui.h>

#include <map>
#include <string>

namespace tp::ui {

struct KeyNames {
  const char* control = "Ctrl";
  std::map<ImGuiKey, std::string> printed;  // what the layout prints on a key, for those that it names
};
}  // namespace tp::ui
