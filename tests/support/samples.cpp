#include "tests/support/samples.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tp::test {

std::string dataPath(const std::string& name) {
  return std::string(TP_SOURCE_DIR) + "/tests/data/" + name;
}

std::string samplesPath(const std::string& format) {
  const char* given = std::getenv("TP_SAMPLES");
  std::string path = given != nullptr ? given : std::string(TP_SOURCE_DIR) + "/../shared/samples";
  path += "/" + format;
  std::error_code error;
  return std::filesystem::is_directory(path, error) ? path : std::string();
}

std::string readFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace tp::test
