// Checks whether the file at a path is still the one that was opened there.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>

#include "core/io/byte_source.h"

namespace tp {

class OpenedFile {
 public:
  // `status` is what fstat() returned when the file was opened.
  OpenedFile(std::string path, const struct stat& status)
      : path_(std::move(path)), status_(status), size_(static_cast<uint64_t>(status.st_size)) {}

  struct Now {
    SourceChange::Kind kind = SourceChange::Kind::None;
    // It is the same file, not another one in its place.
    bool same = false;
    uint64_t size = 0;  // in bytes, if it is the same file
  };
  // Compares what is at the path now. May be called from any thread.
  Now look() const;
  // Same for a descriptor that was opened by the path.
  Now look(int fd) const;
  // Translates the errno of an open() or stat() that failed.
  static SourceChange::Kind failure(int error);

  const std::string& path() const { return path_; }
  uint64_t size() const { return size_; }  // in bytes, when it was opened
  int64_t changedAt() const;               // as ByteSource::changedAt()

 private:
  Now compared(const struct stat& now) const;

  std::string path_;
  struct stat status_;
  uint64_t size_;
};

}  // namespace tp
