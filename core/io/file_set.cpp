#include "core/io/file_set.h"

#include <algorithm>

namespace tp {

std::string_view FileEntry::baseName() const {
  std::string_view name = path;
  size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

void FileSet::add(std::string path, std::shared_ptr<ByteSource> source) {
  auto at = std::lower_bound(files_.begin(), files_.end(), path,
                             [](const FileEntry& entry, const std::string& key) { return entry.path < key; });
  if (at != files_.end() && at->path == path) {
    at->source = std::move(source);
    return;
  }
  files_.insert(at, FileEntry{std::move(path), std::move(source)});
}

size_t FileSet::indexOf(std::string_view path) const {
  auto at = std::lower_bound(files_.begin(), files_.end(), path,
                             [](const FileEntry& entry, std::string_view key) { return entry.path < key; });
  return at != files_.end() && at->path == path ? static_cast<size_t>(at - files_.begin()) : npos;
}

const FileEntry* FileSet::find(std::string_view path) const {
  size_t index = indexOf(path);
  return index == npos ? nullptr : &files_[index];
}

FileSet FileSet::under(std::string_view folder) const {
  FileSet some;
  for (const FileEntry& file : files_)
    if (std::string_view(file.path).substr(0, folder.size()) == folder) some.files_.push_back(file);
  some.notes_ = notes_;
  return some;
}

std::string FileSet::displayName() const {
  if (files_.empty()) return "";
  std::string_view first = files_.front().path;
  if (files_.size() == 1) return std::string(files_.front().baseName());
  size_t slash = first.find('/');
  if (slash != std::string_view::npos) {
    std::string_view top = first.substr(0, slash + 1);
    bool common =
        std::all_of(files_.begin(), files_.end(), [&](const FileEntry& entry) { return entry.path.starts_with(top); });
    if (common) return std::string(first.substr(0, slash));
  }
  return std::string(files_.front().baseName()) + " and " + std::to_string(files_.size() - 1) + " more";
}

}  // namespace tp
