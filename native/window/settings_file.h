// Reads and writes the file with the user's settings for the window.
#pragma once

#include <string>

namespace tp::native {

// The file is $XDG_CONFIG_HOME/tracepane/settings.json, or the same below ~/.config. If it can't be read, the text is
// empty; if it can't be written, nothing is kept.
std::string readSettingsFile();
void writeSettingsFile(const std::string& text);

}  // namespace tp::native
