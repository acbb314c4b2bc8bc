// Whether the file at a path is still the one that was opened there.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>

#include "core/io/byte_source.h"

namespace tp {

class OpenedFile {
 public:
  // `status`: of fstat() when it was opened.
  OpenedFile(std::string path, const struct stat& status)
      : path_(std::move(path)), status_(status), size_(static_cast<uint64_t>(status.st_size)) {}

  struct Now {
    SourceChange::Kind kind = SourceChange::Kind::None;
    bool same = false;  // it is the file itself, not another one in its place
    uint64_t size = 0;  // bytes, where it is the same
  };
  // What lies at the path by now; from any thread.
  Now look() const;
  // The same of a descriptor that was opened by the path.
  Now look(int fd) const;
  // Why it could not be opened or looked at, by errno.
  static SourceChange::Kind failure(int error);

  const std::string& path() const { return path_; }
  uint64_t size() const { return size_; }  // bytes, when it was opened

 private:
  Now compared(const struct stat& now) const;

  std::string path_;
  struct stat status_;
  uint64_t size_;
};

}  // namespace tp
