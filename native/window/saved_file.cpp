#include "native/window/saved_file.h"

#include <cstdio>
#include <utility>

namespace tp::native {

std::string SavedFile::begin(const std::string& name) {
  end(false);
  size_t dot = name.find('.', 1);
  std::string stem = name.substr(0, dot), suffix = dot == std::string::npos ? "" : name.substr(dot);
  for (int number = 1; number < 1000; ++number) {
    path_ = number == 1 ? name : stem + "-" + std::to_string(number) + suffix;
    // Reserves the name.
    std::FILE* place = std::fopen(path_.c_str(), "wbx");
    if (place == nullptr) continue;
    std::fclose(place);
    if (file_.begin(path_)) return path_;
    std::remove(path_.c_str());
  }
  path_.clear();
  return {};
}

std::string SavedFile::end(bool whole) {
  if (path_.empty()) return {};
  std::string path = std::exchange(path_, {});
  if (whole && file_.finish()) return {};
  file_.drop();
  std::remove(path.c_str());
  return whole ? file_.error() : std::string();
}

}  // namespace tp::native
