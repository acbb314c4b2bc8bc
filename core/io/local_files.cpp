#include "core/io/local_files.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "core/io/archive.h"
#include "core/io/file_changes.h"
#include "core/io/mapped_file.h"
#include "core/io/sources.h"
#include "core/io/unmapped_file.h"

namespace tp {
namespace {

// For all folders together. The system allows a process some 65 000 mappings, and each takes a page of what is read.
constexpr size_t kMaxMapped = 4096;

constexpr const char* kStandardInput = "standard input";

namespace fs = std::filesystem;

// Collects the files below a directory, with names relative to it; what can't be read becomes a note.
class Gathering {
 public:
  // `room` is how many files may be added; `mapped` counts the files opened so far over all directories.
  Gathering(const fs::path& root, size_t room, size_t& mapped) : root_(root), room_(room), mapped_(mapped) {}

  // Returns false if there are more files than `room`. Opens nothing yet.
  bool add(const fs::path& directory) {
    std::error_code failure;
    fs::directory_iterator it(directory, failure), end;
    for (; !failure && it != end; it.increment(failure)) {
      std::error_code unknown;
      if (!it->is_symlink(unknown) && it->is_directory(unknown)) {
        if (!add(it->path())) return false;
      } else if (it->is_regular_file(unknown)) {
        if (paths_.size() >= room_) return false;
        paths_.push_back(it->path());
      } else if (unknown && unknown != std::errc::no_such_file_or_directory) {
        warn(it->path(), "a file that can be read", unknown.message());
      } else if (std::error_code none; it->is_symlink(none) && !it->exists(none)) {
        warn(it->path(), "a file that can be read", "a link to what does not exist");
      }
    }
    if (failure) warn(directory, "a directory that can be read", failure.message());
    return true;
  }
  FileSet files() {
    std::vector<FileEntry> entries;
    for (const fs::path& path : paths_) {
      auto source = mapped_ < kMaxMapped ? mapFile(path.string()) : unmappedFile(path.string());
      ++mapped_;
      if (source) entries.push_back({nameOf(path), *source, 0});
      if (!source) warn(path, "a file that can be read", source.error().message);
    }
    files_.addAll(std::move(entries));
    return std::move(files_);
  }

 private:
  std::string nameOf(const fs::path& path) const {
    return (root_.filename() / path.lexically_relative(root_)).lexically_normal().string();
  }
  void warn(const fs::path& path, const char* expected, std::string found) {
    files_.note({path == root_ ? root_.filename().string() : nameOf(path), kNoOffset, expected, std::move(found)});
  }

  fs::path root_;
  size_t room_;
  size_t& mapped_;
  std::vector<fs::path> paths_;
  FileSet files_;  // notes are added while files are listed and opened
};

}  // namespace

// Reads standard input to its end, into memory: what comes through a pipe can be read only once.
static Result<std::shared_ptr<ByteSource>> readStandardInput() {
  constexpr uint64_t kMax = sizeof(size_t) == 4 ? uint64_t{1} << 30 : uint64_t{16} << 30;
  auto source = std::make_shared<BlockSource>();
  while (source->size() < kMax) {
    const std::span<std::byte> room = source->room();
    const size_t got = std::fread(room.data(), 1, room.size(), stdin);
    source->filled(got);
    if (got < room.size()) break;
  }
  if (std::ferror(stdin) != 0) return Error{kStandardInput, kNoOffset, "can't be read"};
  if (source->size() >= kMax) return Error{kStandardInput, kNoOffset, "has too many bytes: write them to a file"};
  if (source->size() == 0) return Error{kStandardInput, kNoOffset, "is empty"};
  source->trim();
  return std::shared_ptr<ByteSource>(std::move(source));
}

Result<FileSet> openLocalFiles(const std::vector<std::string>& paths, size_t maxFiles) {
  FileSet set;
  MemoryStore store;
  ArchiveLimits limits;
  size_t mapped = 0;
  for (const std::string& path : paths) {
    if (path == "-") {
      auto source = readStandardInput();
      if (!source) return source.error();
      FileSet own;
      own.add(kStandardInput, *source);
      auto expanded = expandArchives(own, store, limits);
      if (!expanded) return expanded.error();
      set.addDrop(*expanded);
      continue;
    }
    std::error_code failure;
    fs::path root = fs::path(path).lexically_normal();
    if (!root.has_filename()) root = root.parent_path();
    if (!fs::is_directory(root, failure)) {
      FileSet own;
      auto source = mapFile(path);
      if (!source) return source.error();
      own.add(root.filename().string(), *source);
      auto expanded = expandArchives(own, store, limits);
      if (!expanded) return expanded.error();
      // Nothing reads the archive itself after it has been expanded, so look for changes now.
      for (const FileChange& change : changesOf(own, true)) expanded->note(change.warning());
      set.addDrop(*expanded);
      continue;
    }
    Gathering gathering(root, maxFiles - std::min(maxFiles, set.files().size()), mapped);
    if (!gathering.add(root)) {
      return Error{path, kNoOffset,
                   "holds more than " + std::to_string(maxFiles) + " files; give a trace directory itself"};
    }
    auto expanded = expandArchives(gathering.files(), store, limits);
    if (!expanded) return expanded.error();
    const FileSet own = std::move(*expanded);
    // There is nothing to open, so the first note becomes the error.
    if (own.empty() && !own.notes().empty())
      return Error{own.notes().front().file, kNoOffset, own.notes().front().found};
    set.addDrop(own);
  }
  return set;
}

}  // namespace tp
