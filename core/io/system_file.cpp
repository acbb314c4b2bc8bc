#include "core/io/system_file.h"

#include <fcntl.h>

#include <cerrno>

#ifdef _WIN32
#include <io.h>
#include <windows.h>

#include <algorithm>
#else
#include <unistd.h>
#endif

namespace tp {

#ifdef _WIN32

int openForReading(const std::string& path) {
  return open(path.c_str(), O_RDONLY | O_BINARY | O_NOINHERIT);
}

size_t readAt(int fd, uint64_t offset, std::span<std::byte> out) {
  constexpr size_t kMax = size_t{1} << 30;
  auto* file = reinterpret_cast<HANDLE>(_get_osfhandle(fd));
  size_t done = 0;
  while (done < out.size()) {
    OVERLAPPED at{};
    at.Offset = static_cast<DWORD>(offset + done);
    at.OffsetHigh = static_cast<DWORD>((offset + done) >> 32);
    DWORD got = 0;
    const auto wanted = static_cast<DWORD>(std::min(out.size() - done, kMax));
    if (ReadFile(file, out.data() + done, wanted, &got, &at) == 0 || got == 0) break;
    done += got;
  }
  return done;
}

int64_t modifiedAt(const struct stat& status) {
  return static_cast<int64_t>(status.st_mtime) * 1000000000;
}

#else

int openForReading(const std::string& path) {
  // Without O_NONBLOCK, open() would wait for a pipe's writer.
  return open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

size_t readAt(int fd, uint64_t offset, std::span<std::byte> out) {
  size_t done = 0;
  while (done < out.size()) {
    ssize_t got = pread(fd, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<size_t>(got);
  }
  return done;
}

int64_t modifiedAt(const struct stat& status) {
#ifdef __APPLE__
  const timespec& at = status.st_mtimespec;
#else
  const timespec& at = status.st_mtim;
#endif
  return static_cast<int64_t>(at.tv_sec) * 1000000000 + at.tv_nsec;
}

#endif

}  // namespace tp
