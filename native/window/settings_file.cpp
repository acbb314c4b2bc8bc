#include "native/window/settings_file.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "native/output/output_file.h"

namespace tp::native {
namespace {

std::filesystem::path settingsPath() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config != '\0') return std::filesystem::path(config) / "tracepane" / "settings.json";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') return {};
  return std::filesystem::path(home) / ".config" / "tracepane" / "settings.json";
}

}  // namespace

std::string readSettingsFile() {
  std::ifstream file(settingsPath(), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void writeSettingsFile(const std::string& text) {
  std::filesystem::path path = settingsPath();
  if (path.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  // Replaces the file as a whole, because another window may be reading it.
  OutputFile file;
  if (!file.begin(path.string())) return;
  file.write(text);
  file.finish();
}

}  // namespace tp::native
