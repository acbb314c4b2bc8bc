#include "core/io/mapped_file.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <optional>

#include "core/io/bus_guard.h"
#include "core/io/opened_file.h"
#include "core/io/system_file.h"

namespace tp {
namespace {

using Kind = SourceChange::Kind;

class MappedFile final : public ByteSource {
 public:
  MappedFile(std::string path, const struct stat& opened, const std::byte* base)
      : opened_(std::move(path), opened), base_(base), size_(opened_.size()) {
    if (base_ != nullptr) guard_.emplace(base_, size_);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() override {
    guard_.reset();
    if (base_ != nullptr) munmap(const_cast<std::byte*>(base_), static_cast<size_t>(size_));
  }

  uint64_t size() const override { return size_; }
  std::optional<int64_t> changedAt() const override { return opened_.changedAt(); }
  size_t read(uint64_t offset, std::span<std::byte> out) const override {
    Bytes part = view(offset, out.size());
    if (part.empty()) return 0;
    std::memcpy(out.data(), part.data(), part.size());
    // Bytes that were cut during the copy are zeros, not the file's.
    const uint64_t end = intact();
    const uint64_t left = end - std::min(end, offset);
    return static_cast<size_t>(std::min<uint64_t>(part.size(), left));
  }
  Bytes view(uint64_t offset, uint64_t length) const override {
    uint64_t end = intact();
    if (offset >= end) return {};
    return {base_ + offset, static_cast<size_t>(std::min<uint64_t>(length, end - offset))};
  }
  // Released pages come back from the system's page cache. Where that has large pages, one byte that is read maps all
  // of its page: a reader that looks at the end of what was released before would keep that. So it is released once
  // more.
  void adviseDontNeed(uint64_t offset, uint64_t length) const override {
    constexpr uint64_t kLargePage = uint64_t{2} << 20;
    const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    if (offset >= size_) return;
    const uint64_t again = std::min(offset, kLargePage);
    offset -= again;
    length += again;
    uint64_t from = (offset + page - 1) / page * page, to = (offset + std::min(length, size_ - offset)) / page * page;
    if (from < to) madvise(const_cast<std::byte*>(base_) + from, static_cast<size_t>(to - from), MADV_DONTNEED);
  }

  SourceChange change() const override {
    Kind kind = kind_.load(std::memory_order_acquire);
    bool cut = intact() < size_;
    return {cut && kind == Kind::None ? Kind::Unreadable : kind, cut};
  }
  void look() const override {
    const OpenedFile::Now now = opened_.look();
    // If another file lies in its place, its length says nothing: the mapped file still exists, without a name.
    if (now.same && guard_) guard_->cut(now.size);
    if (now.kind != Kind::None) kind_.store(now.kind, std::memory_order_release);
  }

 private:
  uint64_t intact() const { return guard_ ? guard_->intact() : 0; }

  OpenedFile opened_;
  const std::byte* base_;
  uint64_t size_;
  std::optional<BusGuard> guard_;  // none if the file is empty
  mutable std::atomic<Kind> kind_{Kind::None};
};

const char* nameOf(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}

Result<std::shared_ptr<ByteSource>> mapOpened(const std::string& path, int fd) {
  struct stat status {};
  if (fstat(fd, &status) != 0) return Error{path, kNoOffset, std::strerror(errno)};
  if (!S_ISREG(status.st_mode))
    return Error{path, kNoOffset, std::string("this is ") + nameOf(status.st_mode) + "; give a file on disk"};
  void* base = nullptr;
  if (status.st_size > 0) base = mmap(nullptr, static_cast<size_t>(status.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
  if (base == MAP_FAILED) return Error{path, kNoOffset, std::strerror(errno)};
  return std::shared_ptr<ByteSource>(std::make_shared<MappedFile>(path, status, static_cast<std::byte*>(base)));
}

}  // namespace

Result<std::shared_ptr<ByteSource>> mapFile(const std::string& path) {
  int fd = openForReading(path);
  if (fd < 0 && errno == ENXIO) return Error{path, kNoOffset, "this is a socket; give a file on disk"};
  if (fd < 0) return Error{path, kNoOffset, std::strerror(errno)};
  Result<std::shared_ptr<ByteSource>> mapped = mapOpened(path, fd);
  close(fd);
  return mapped;
}

}  // namespace tp
