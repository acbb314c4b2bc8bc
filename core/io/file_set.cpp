#include "core/io/file_set.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace tp {

std::string_view FileEntry::baseName() const {
  std::string_view name = path;
  size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

void FileSet::add(std::string path, std::shared_ptr<ByteSource> source, uint32_t drop) {
  auto at = std::lower_bound(files_.begin(), files_.end(), path,
                             [](const FileEntry& entry, const std::string& key) { return entry.path < key; });
  if (at != files_.end() && at->path == path) {
    at->source = std::move(source);
    at->drop = drop;
    return;
  }
  files_.insert(at, FileEntry{std::move(path), std::move(source), drop});
}

void FileSet::addAll(std::vector<FileEntry> entries) {
  files_.insert(files_.end(), std::make_move_iterator(entries.begin()), std::make_move_iterator(entries.end()));
  std::stable_sort(files_.begin(), files_.end(),
                   [](const FileEntry& a, const FileEntry& b) { return a.path < b.path; });
  // Keep the last of each path.
  size_t kept = 0;
  for (size_t i = 0; i < files_.size(); ++i) {
    if (i + 1 < files_.size() && files_[i + 1].path == files_[i].path) continue;
    if (kept != i) files_[kept] = std::move(files_[i]);
    ++kept;
  }
  files_.resize(kept);
}

// Inserts `suffix` after the name of the outermost folder, or before the extension of a file.
static std::string numbered(std::string path, const std::string& suffix) {
  size_t at = path.find('/');
  if (at == std::string::npos) at = path.rfind('.');
  return path.insert(std::min(at, path.size()), suffix);
}

void FileSet::addDrop(const FileSet& files) {
  uint32_t drop = 0;
  std::set<std::string_view> tops;
  auto top = [](const FileEntry& file) { return std::string_view(file.path).substr(0, file.path.find('/')); };
  for (const FileEntry& file : files_) {
    drop = std::max(drop, file.drop + 1);
    tops.insert(top(file));
  }
  // A name that is taken gets a number, which may be taken by a file that came with it.
  auto taken = [&](const std::string& suffix) {
    return std::any_of(files.files().begin(), files.files().end(), [&](const FileEntry& file) {
      const std::string path = numbered(file.path, suffix);
      return tops.count(std::string_view(path).substr(0, path.find('/'))) > 0;
    });
  };
  std::string suffix;
  for (uint32_t number = drop + 1; taken(suffix); ++number) suffix = " (" + std::to_string(number) + ")";
  std::vector<FileEntry> named;
  for (const FileEntry& file : files.files()) named.push_back({numbered(file.path, suffix), file.source, drop});
  addAll(std::move(named));
  for (const Warning& note : files.notes()) notes_.push_back(note);
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

// For example "uftrace.data + trace.dat".
std::string FileSet::joinedName() const {
  std::map<uint32_t, FileSet> drops;
  for (const FileEntry& file : files_) drops[file.drop].files_.push_back(file);
  std::string name;
  for (const auto& [drop, own] : drops) name += (name.empty() ? "" : " + ") + own.displayName();
  return name;
}

std::string FileSet::displayName() const {
  if (files_.empty()) return "";
  uint32_t drop = files_.front().drop;
  bool several = std::any_of(files_.begin(), files_.end(), [&](const FileEntry& entry) { return entry.drop != drop; });
  if (several) return joinedName();
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
