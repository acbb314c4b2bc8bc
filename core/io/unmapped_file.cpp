#include "core/io/unmapped_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <vector>

#include "core/io/opened_file.h"
#include "core/io/system_file.h"

namespace tp {
namespace {

using Kind = SourceChange::Kind;

// Bytes kept of each file: formats read the beginning again and again to recognise their files.
constexpr size_t kHead = 512;

class UnmappedFile final : public ByteSource {
 public:
  UnmappedFile(OpenedFile opened, std::vector<std::byte> head) : opened_(std::move(opened)), head_(std::move(head)) {}

  uint64_t size() const override { return opened_.size(); }
  std::optional<int64_t> changedAt() const override { return opened_.changedAt(); }
  size_t read(uint64_t offset, std::span<std::byte> out) const override {
    if (offset >= size()) return 0;
    out = out.first(static_cast<size_t>(std::min<uint64_t>(out.size(), size() - offset)));
    if (offset <= head_.size() && out.size() <= head_.size() - offset) {
      std::copy_n(head_.begin() + static_cast<ptrdiff_t>(offset), out.size(), out.begin());
      return out.size();
    }
    int fd = openForReading(opened_.path());
    if (fd < 0) return missing(OpenedFile::failure(errno));
    const OpenedFile::Now now = opened_.look(fd);
    // If another file lies in its place, read nothing.
    size_t done = now.same ? readAt(fd, offset, out) : 0;
    close(fd);
    if (done < out.size()) missing(now.kind != Kind::None ? now.kind : Kind::Unreadable);
    return done;
  }

  SourceChange change() const override {
    return {kind_.load(std::memory_order_acquire), cut_.load(std::memory_order_acquire)};
  }
  void look() const override {
    const OpenedFile::Now now = opened_.look();
    if (now.kind != Kind::None) kind_.store(now.kind, std::memory_order_release);
    if (!now.same || now.size < size()) cut_.store(true, std::memory_order_release);
  }

 private:
  // Notes that some bytes can't be read any more.
  size_t missing(Kind kind) const {
    kind_.store(kind, std::memory_order_release);
    cut_.store(true, std::memory_order_release);
    return 0;
  }

  OpenedFile opened_;
  std::vector<std::byte> head_;
  mutable std::atomic<Kind> kind_{Kind::None};
  mutable std::atomic<bool> cut_{false};
};

}  // namespace

Result<std::shared_ptr<ByteSource>> unmappedFile(const std::string& path) {
  int fd = openForReading(path);
  if (fd < 0) return Error{path, kNoOffset, std::strerror(errno)};
  struct stat status {};
  const bool known = fstat(fd, &status) == 0;
  const int failure = errno;
  std::vector<std::byte> head;
  if (known && S_ISREG(status.st_mode)) {
    head.resize(static_cast<size_t>(std::min<off_t>(status.st_size, kHead)));
    head.resize(readAt(fd, 0, head));
  }
  close(fd);
  if (!known) return Error{path, kNoOffset, std::strerror(failure)};
  if (!S_ISREG(status.st_mode)) return Error{path, kNoOffset, "not a regular file"};
  return std::shared_ptr<ByteSource>(std::make_shared<UnmappedFile>(OpenedFile(path, status), std::move(head)));
}

}  // namespace tp
