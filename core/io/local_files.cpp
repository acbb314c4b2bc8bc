#include "core/io/local_files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "core/io/archive.h"

namespace tp {
namespace {

class MappedFile final : public ByteSource {
 public:
  MappedFile(const std::byte* base, uint64_t size) : base_(base), size_(size) {}
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() override {
    if (base_ != nullptr) munmap(const_cast<std::byte*>(base_), size_);
  }

  uint64_t size() const override { return size_; }
  size_t read(uint64_t offset, std::span<std::byte> out) const override {
    Bytes part = view(offset, out.size());
    if (!part.empty()) std::memcpy(out.data(), part.data(), part.size());
    return part.size();
  }
  Bytes view(uint64_t offset, uint64_t length) const override {
    if (offset >= size_) return {};
    return Bytes(base_, size_).subspan(offset, std::min<uint64_t>(length, size_ - offset));
  }
  // Pages that are needed again come back out of the system's cache.
  void passed(uint64_t offset, uint64_t length) const override {
    static const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    if (offset >= size_) return;
    uint64_t from = (offset + page - 1) / page * page, to = (offset + std::min(length, size_ - offset)) / page * page;
    if (from < to) madvise(const_cast<std::byte*>(base_) + from, static_cast<size_t>(to - from), MADV_DONTNEED);
  }

 private:
  const std::byte* base_;
  uint64_t size_;
};

Error systemError(const std::string& path) {
  return Error{path, kNoOffset, std::strerror(errno)};
}

Result<std::shared_ptr<ByteSource>> mapFile(const std::string& path) {
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return systemError(path);
  struct stat status {};
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(fd);
    return Error{path, kNoOffset, "not a regular file"};
  }
  auto size = static_cast<uint64_t>(status.st_size);
  void* base = nullptr;
  if (size > 0) base = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  if (base == MAP_FAILED) return systemError(path);
  return std::shared_ptr<ByteSource>(std::make_shared<MappedFile>(static_cast<const std::byte*>(base), size));
}

}  // namespace

Result<FileSet> openLocalFiles(const std::vector<std::string>& paths, size_t maxFiles) {
  namespace fs = std::filesystem;
  FileSet set;
  for (const std::string& path : paths) {
    FileSet own;
    std::error_code failure;
    fs::path root = fs::path(path).lexically_normal();
    if (!root.has_filename()) root = root.parent_path();
    if (!fs::is_directory(root, failure)) {
      auto source = mapFile(path);
      if (!source) return source.error();
      own.add(root.filename().string(), *source);
      auto expanded = expandArchives(own);
      if (!expanded) return expanded.error();
      set.addDrop(*expanded);
      continue;
    }
    for (auto it = fs::recursive_directory_iterator(root, fs::directory_options::skip_permission_denied, failure);
         !failure && it != fs::recursive_directory_iterator(); it.increment(failure)) {
      if (!it->is_regular_file(failure)) continue;
      if (set.files().size() + own.files().size() >= maxFiles) {
        return Error{path, kNoOffset,
                     "holds more than " + std::to_string(maxFiles) + " files; give a trace directory itself"};
      }
      auto source = mapFile(it->path().string());
      if (source) own.add((root.filename() / it->path().lexically_relative(root)).string(), *source);
    }
    if (failure) return Error{path, kNoOffset, failure.message()};
    set.addDrop(own);
  }
  return set;
}

}  // namespace tp
