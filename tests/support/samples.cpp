#include "tests/support/samples.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

namespace tp::test {

std::string sourcePath(const std::string& name) {
  return std::string(TP_SOURCE_DIR) + "/" + name;
}

std::string dataPath(const std::string& name) {
  return sourcePath("tests/data/" + name);
}

std::string samplesPath(const std::string& format) {
  return sourcePath("build/samples/" + format);
}

std::string readFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> everyTrace() {
  std::vector<std::string> all = {sourcePath("assets/samples/kitchen/data"), sourcePath("assets/samples/family/data")};
  for (const char* format : {"uftrace", "tracecmd", "ftrace", "lttng", "ctf", "xray", "perf"}) {
    // The ending of files that are a whole trace each.
    const std::string own = std::string_view(format) == "ftrace" ? ".gz" : ".dat";
    for (const std::string& root : {dataPath(format), samplesPath(format)}) {
      std::error_code error;
      for (const auto& entry : std::filesystem::directory_iterator(root, error))
        if (entry.is_directory() || entry.path().extension() == own) all.push_back(entry.path().string());
    }
  }
  return all;
}

}  // namespace tp::test
