#include "core/io/unmapped_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace tp {
namespace {

class UnmappedFile final : public ByteSource {
 public:
  UnmappedFile(std::string path, uint64_t size) : path_(std::move(path)), size_(size) {}

  uint64_t size() const override { return size_; }
  size_t read(uint64_t offset, std::span<std::byte> out) const override {
    if (offset >= size_) return 0;
    // A pipe without a writer, in its place by now, would keep open() waiting.
    int fd = open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return 0;
    size_t length = static_cast<size_t>(std::min<uint64_t>(out.size(), size_ - offset));
    size_t done = 0;
    while (done < length) {
      ssize_t got = pread(fd, out.data() + done, length - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      done += static_cast<size_t>(got);
    }
    close(fd);
    return done;
  }

 private:
  std::string path_;
  uint64_t size_;
};

}  // namespace

Result<std::shared_ptr<ByteSource>> unmappedFile(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || access(path.c_str(), R_OK) != 0)
    return Error{path, kNoOffset, std::strerror(errno)};
  if (!S_ISREG(status.st_mode)) return Error{path, kNoOffset, "not a regular file"};
  return std::shared_ptr<ByteSource>(std::make_shared<UnmappedFile>(path, static_cast<uint64_t>(status.st_size)));
}

}  // namespace tp
