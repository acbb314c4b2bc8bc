#include "native/output/cut_output.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace tp::native {
namespace {

namespace fs = std::filesystem;

// Whether a path, which may be that of a file in somebody's archive, stays within the folder that it is put into.
bool staysWithin(const fs::path& path) {
  return path.is_relative() && std::find(path.begin(), path.end(), fs::path("..")) == path.end();
}

}  // namespace

CutOutput::~CutOutput() {
  file_.drop();
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

bool CutOutput::prepare() {
  std::error_code failure;
  if (single_) {
    if (fs::is_directory(path_, failure)) error_ = path_ + ": this is a folder; the cut is a file";
    return error_.empty() && (file_.begin(path_) || (error_ = file_.error(), false));
  }
  if (fs::exists(path_, failure) && !(fs::is_directory(path_, failure) && fs::is_empty(path_, failure))) {
    error_ = path_ + ": there is something already; give a new folder";
    return false;
  }
  const std::unique_lock<std::recursive_mutex> hold = holdUnfinished();
  const std::string folder = fs::path(path_ + "/.").lexically_normal().parent_path().string() + ".part";
  if (!fs::create_directories(folder, failure)) {
    error_ = folder + ": " + (failure ? failure.message() : std::string("there is such a folder already"));
    return false;
  }
  folder_ = folder;
  unfinished_ = Unfinished(folder_);
  return true;
}

void CutOutput::endFile() {
  if (file_.file() != nullptr && !file_.finish() && error_.empty()) error_ = file_.error();
}

void CutOutput::begin(std::string_view path) {
  if (single_ || stopped()) return;
  endFile();
  if (!staysWithin(path)) error_ = std::string(path) + ": this is no place within the cut";
  if (stopped()) return;
  const fs::path file = fs::path(folder_) / path;
  const std::unique_lock<std::recursive_mutex> hold = holdUnfinished();
  std::error_code failure;
  fs::create_directories(file.parent_path(), failure);
  if (failure) error_ = file.parent_path().string() + ": " + failure.message();
  if (!stopped() && !file_.begin(file.string())) error_ = file_.error();
}

void CutOutput::write(Bytes bytes) {
  if (stopped() || bytes.empty() || file_.file() == nullptr) return;
  file_.write(asText(bytes));
  // A disk that is full stays full: what is left need not be read.
  if (std::ferror(file_.file()) != 0) error_ = path_ + ": " + std::strerror(errno);
}

bool CutOutput::finish() {
  endFile();
  if (stopped()) return false;
  if (single_) return true;
  std::error_code failure;
  fs::remove(path_, failure);
  fs::rename(folder_, path_, failure);
  if (failure) error_ = path_ + ": " + failure.message();
  if (!failure) {
    folder_.clear();
    unfinished_.finish();
  }
  return !failure;
}

}  // namespace tp::native
