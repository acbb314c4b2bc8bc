// Where the window keeps what a person has chosen.
#pragma once

#include <string>

namespace tp::native {

// $XDG_CONFIG_HOME/tracepane/settings.json, or below ~/.config; what can't be read is empty, what can't be written is
// not kept.
std::string readSettingsFile();
void writeSettingsFile(const std::string& text);

}  // namespace tp::native
