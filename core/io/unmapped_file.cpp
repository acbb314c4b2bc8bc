#include "core/io/unmapped_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

namespace tp {
namespace {

// Kept of each: what tells whether a file is of a trace is asked for again and again.
constexpr size_t kHead = 512;

// A pipe without a writer, which may lie where a file was, would keep open() waiting.
int openFile(const std::string& path) {
  return open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

// How many bytes there were.
size_t readFrom(int fd, uint64_t offset, std::span<std::byte> out) {
  size_t done = 0;
  while (done < out.size()) {
    ssize_t got = pread(fd, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<size_t>(got);
  }
  return done;
}

class UnmappedFile final : public ByteSource {
 public:
  UnmappedFile(std::string path, uint64_t size, std::vector<std::byte> head)
      : path_(std::move(path)), size_(size), head_(std::move(head)) {}

  uint64_t size() const override { return size_; }
  size_t read(uint64_t offset, std::span<std::byte> out) const override {
    if (offset >= size_) return 0;
    out = out.first(static_cast<size_t>(std::min<uint64_t>(out.size(), size_ - offset)));
    if (offset <= head_.size() && out.size() <= head_.size() - offset) {
      std::copy_n(head_.begin() + static_cast<ptrdiff_t>(offset), out.size(), out.begin());
      return out.size();
    }
    int fd = openFile(path_);
    if (fd < 0) return 0;
    size_t done = readFrom(fd, offset, out);
    close(fd);
    return done;
  }

 private:
  std::string path_;
  uint64_t size_;
  std::vector<std::byte> head_;
};

}  // namespace

Result<std::shared_ptr<ByteSource>> unmappedFile(const std::string& path) {
  int fd = openFile(path);
  if (fd < 0) return Error{path, kNoOffset, std::strerror(errno)};
  struct stat status {};
  const bool known = fstat(fd, &status) == 0;
  const int failure = errno;
  std::vector<std::byte> head;
  if (known && S_ISREG(status.st_mode)) {
    head.resize(static_cast<size_t>(std::min<off_t>(status.st_size, kHead)));
    head.resize(readFrom(fd, 0, head));
  }
  close(fd);
  if (!known) return Error{path, kNoOffset, std::strerror(failure)};
  if (!S_ISREG(status.st_mode)) return Error{path, kNoOffset, "not a regular file"};
  return std::shared_ptr<ByteSource>(
      std::make_shared<UnmappedFile>(path, static_cast<uint64_t>(status.st_size), std::move(head)));
}

}  // namespace tp
