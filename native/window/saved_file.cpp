#include "native/window/saved_file.h"

namespace tp::native {

std::string SavedFile::begin(const std::string& name) {
  end(false);
  size_t dot = name.find('.', 1);
  std::string stem = name.substr(0, dot), suffix = dot == std::string::npos ? "" : name.substr(dot);
  for (int number = 1; number < 1000 && file_ == nullptr; ++number) {
    path_ = number == 1 ? name : stem + "-" + std::to_string(number) + suffix;
    file_ = std::fopen(path_.c_str(), "wbx");
  }
  failed_ = false;
  return file_ != nullptr ? path_ : std::string();
}

void SavedFile::put(std::string_view part) {
  if (file_ != nullptr && std::fwrite(part.data(), 1, part.size(), file_) != part.size()) failed_ = true;
}

void SavedFile::end(bool whole) {
  if (file_ == nullptr) return;
  bool kept = std::fclose(file_) == 0 && whole && !failed_;
  file_ = nullptr;
  if (!kept) std::remove(path_.c_str());
}

}  // namespace tp::native
