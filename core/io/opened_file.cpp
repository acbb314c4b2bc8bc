#include "core/io/opened_file.h"

#include <algorithm>
#include <cerrno>

#include "core/io/system_file.h"

namespace tp {

using Kind = SourceChange::Kind;

Kind OpenedFile::failure(int error) {
  return error == ENOENT || error == ENOTDIR ? Kind::Gone : Kind::Unreadable;
}

OpenedFile::Now OpenedFile::compared(const struct stat& now) const {
  Now out;
  out.same = now.st_dev == status_.st_dev && now.st_ino == status_.st_ino;
  out.size = static_cast<uint64_t>(std::max<off_t>(0, now.st_size));
  const bool kept = out.same && now.st_size == status_.st_size && modifiedAt(now) == modifiedAt(status_);
  out.kind = kept ? Kind::None : Kind::Changed;
  return out;
}

int64_t OpenedFile::changedAt() const {
  return modifiedAt(status_);
}

OpenedFile::Now OpenedFile::look() const {
  struct stat now {};
  if (stat(path_.c_str(), &now) != 0) return {failure(errno), false, 0};
  return compared(now);
}

OpenedFile::Now OpenedFile::look(int fd) const {
  struct stat now {};
  if (fstat(fd, &now) != 0) return {failure(errno), false, 0};
  return compared(now);
}

}  // namespace tp
