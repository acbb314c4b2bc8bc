#include "native/output/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace tp::native {
namespace {

namespace fs = std::filesystem;

#ifdef _WIN32
constexpr int kNewFile = O_WRONLY | O_CREAT | O_EXCL | O_NOINHERIT | O_BINARY;
#else
constexpr int kNewFile = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
#endif

// Returns what the path leads to, even if that does not exist yet.
std::string targetOf(const std::string& path) {
  constexpr int kMaxLinks = 40;
  std::error_code failure;
  fs::path target = path;
  for (int links = 0; links < kMaxLinks && fs::is_symlink(target, failure); ++links)
    target = target.parent_path() / fs::read_symlink(target, failure);
  return target.string();
}

// Returns whether the file is to be written to rather than replaced: devices and pipes, and open files that no name
// leads to any more, as in /proc/self/fd. `status` is that of the path, `target` its targetOf().
bool isDoor([[maybe_unused]] const std::string& target, const struct stat& status) {
#ifdef _WIN32
  return !S_ISREG(status.st_mode);
#else
  struct stat named {};
  return !S_ISREG(status.st_mode) || lstat(target.c_str(), &named) != 0 || named.st_dev != status.st_dev ||
         named.st_ino != status.st_ino;
#endif
}

// The new file must not be readable by users who could not read the one that it replaces.
bool takeRights([[maybe_unused]] int fd, [[maybe_unused]] const struct stat& before) {
#ifdef _WIN32
  // Rights are the folder's.
  return true;
#else
  return fchmod(fd, before.st_mode & 07777) == 0;
#endif
}

// `same` tells whether a path leads to the file.
template <class Same>
bool isAmong(const std::vector<std::string>& inputs, Same same) {
  for (const std::string& path : inputs) {
    if (same(path)) return true;
    std::error_code failure;
    for (fs::recursive_directory_iterator it(path, fs::directory_options::skip_permission_denied, failure), end;
         !failure && it != end; it.increment(failure))
      if (same(it->path())) return true;
  }
  return false;
}

// Returns whether the path, which need not exist, is one of the folders or lies within one.
bool liesWithin(const std::string& path, const std::vector<std::string>& folders) {
  std::error_code failure;
  fs::path place = fs::weakly_canonical(path, failure);
  for (; !failure && !place.empty(); place = place.parent_path()) {
    for (const std::string& folder : folders) {
      std::error_code ignored;
      if (fs::is_directory(folder, ignored) && fs::equivalent(place, folder, ignored)) return true;
    }
    if (place == place.parent_path()) break;
  }
  return false;
}

}  // namespace

int writeFailure(std::FILE* file) {
  bool failed = std::ferror(file) != 0;
  errno = 0;
  if (std::fflush(file) == 0 && !failed) return 0;
  // The reason is no longer known, but another write fails for the same one.
  if (errno == 0 && std::fputc('\n', file) != EOF) std::fflush(file);
  return errno != 0 ? errno : EIO;
}

bool OutputFile::fail(int number) {
  error_ = target_ + ": " + std::strerror(number);
  return false;
}

bool OutputFile::begin(const std::string& path) {
  drop();
  constexpr int kMaxParts = 100;
  failure_ = 0;
  error_.clear();
  target_ = targetOf(path);
  struct stat before {};
  bool exists = stat(path.c_str(), &before) == 0;
  if (exists && isDoor(target_, before)) {
    target_ = path;
    file_ = std::fopen(path.c_str(), "wb");
    return file_ != nullptr || fail(errno);
  }
  int fd = -1;
  const std::unique_lock<std::recursive_mutex> hold = holdUnfinished();
  for (int number = 1; fd < 0 && number <= kMaxParts; ++number) {
    part_ = target_ + (number == 1 ? ".part" : ".part" + std::to_string(number));
    fd = open(part_.c_str(), kNewFile, 0666);
    if (fd < 0 && errno != EEXIST) break;
  }
  if (fd < 0) return part_.clear(), fail(errno);
  unfinished_ = Unfinished(part_);
  if (exists && !takeRights(fd, before)) failure_ = errno;
  file_ = fdopen(fd, "wb");
  return true;
}

void OutputFile::write(std::string_view part) {
  if (file_ == nullptr || failure_ != 0) return;
  if (std::fwrite(part.data(), 1, part.size(), file_) != part.size()) failure_ = errno;
}

bool OutputFile::finish() {
  if (file_ == nullptr) return false;
  if (failure_ == 0) failure_ = writeFailure(file_);
  if (std::fclose(std::exchange(file_, nullptr)) != 0 && failure_ == 0) failure_ = errno;
  // Who removes a folder because of a signal meets no file there that gets another name meanwhile.
  const std::unique_lock<std::recursive_mutex> hold = holdUnfinished();
  // Unlike std::rename(), it replaces a file on Windows, too.
  std::error_code moved;
  if (failure_ == 0 && !part_.empty()) fs::rename(part_, target_, moved);
  if (moved) failure_ = moved.default_error_condition().value();
  if (failure_ != 0 && !part_.empty()) std::remove(part_.c_str());
  part_.clear();
  unfinished_.finish();
  return failure_ == 0 || fail(failure_);
}

void OutputFile::drop() {
  if (file_ != nullptr) std::fclose(std::exchange(file_, nullptr));
  if (!part_.empty()) std::remove(part_.c_str());
  part_.clear();
  unfinished_.finish();
}

bool isAmong(const std::string& file, const std::vector<std::string>& inputs) {
  if (file.empty()) return false;
  return liesWithin(file, inputs) || isAmong(inputs, [&file](const fs::path& path) {
           std::error_code failure;
           return fs::equivalent(path, file, failure);
         });
}

bool outputIsAmong([[maybe_unused]] const std::vector<std::string>& inputs) {
#ifdef _WIN32
  // A file that is open for writing can't be opened for reading there.
  return false;
#else
  struct stat status {};
  if (fstat(STDOUT_FILENO, &status) != 0 || !S_ISREG(status.st_mode)) return false;
  return isAmong(inputs, [&status](const fs::path& path) {
    struct stat input {};
    return stat(path.c_str(), &input) == 0 && input.st_dev == status.st_dev && input.st_ino == status.st_ino;
  });
#endif
}

}  // namespace tp::native
