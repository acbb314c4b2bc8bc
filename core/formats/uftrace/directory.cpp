#include "core/formats/uftrace/directory.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace tp::uftrace {
namespace {

constexpr uint64_t kLargestText = uint64_t{16} << 20;
// A traced program may have left any number of unrelated files named "info"; only this many are opened to look at their
// magic.
constexpr int kMaxInfosRead = 1000;

std::string_view folderOf(const FileEntry& file) {
  return std::string_view(file.path).substr(0, file.path.size() - file.baseName().size());
}

bool startsWith(const FileEntry& file, std::initializer_list<std::string_view> wanted) {
  std::vector<std::byte> head = readAll(*file.source, 0, 8);
  for (std::string_view one : wanted)
    if (asText(head).substr(0, one.size()) == one) return true;
  return false;
}

bool isMap(std::string_view name) {
  return name.size() > 8 && name.substr(0, 4) == "sid-" && name.substr(name.size() - 4) == ".map";
}

}  // namespace

int64_t numberedFile(std::string_view name, std::string_view prefix) {
  constexpr std::string_view kSuffix = ".dat";
  if (name.size() <= prefix.size() + kSuffix.size() || name.substr(0, prefix.size()) != prefix ||
      name.substr(name.size() - kSuffix.size()) != kSuffix)
    return -1;
  std::string_view digits = name.substr(prefix.size(), name.size() - prefix.size() - kSuffix.size());
  int64_t value = -1;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size() && value >= 0 ? value : -1;
}

std::vector<Directory> findDirectories(const FileSet& files) {
  struct Signs {
    bool info = false;
    bool tasks = false;  // There is a file task.txt, or task, its older binary form.
    bool map = false;
    bool records = false;
  };
  std::map<std::string_view, Signs> folders;
  int infos = 0;
  for (const FileEntry& file : files.files()) {
    std::string_view name = file.baseName();
    std::string_view folder = folderOf(file);
    if (name == "info" && infos < kMaxInfosRead) {
      ++infos;
      if (startsWith(file, {std::string_view("Ftrace!\0", 8)})) folders[folder].info = true;
    } else if (name == "task.txt") {
      if (startsWith(file, {"SESS ", "TASK ", "FORK ", "DLOP "})) folders[folder].tasks = true;
    } else if (name == "task") {
      if (startsWith(file, {"\xce\xfa", "\xfa\xce"})) folders[folder].tasks = true;
    } else if (isMap(name)) {
      folders[folder].map = true;
    } else if (numberedFile(name, "") >= 0) {
      folders[folder].records = true;
    }
  }
  std::vector<Directory> found;
  for (const auto& [folder, signs] : folders)
    if (signs.info || (signs.tasks && (signs.map || signs.records)) || (signs.map && signs.records))
      found.push_back({std::string(folder), signs.info, signs.records});
  return found;
}

const Directory* chooseDirectory(const std::vector<Directory>& directories) {
  const Directory* best = nullptr;
  auto rank = [](const Directory& one) { return (one.hasTasks ? 2 : 0) + (one.hasInfo ? 1 : 0); };
  for (const Directory& one : directories)
    if (best == nullptr || rank(one) > rank(*best)) best = &one;
  return best;
}

std::vector<NumberedFile> numberedFiles(const FileSet& files, std::string_view folder, std::string_view prefix) {
  std::vector<NumberedFile> found;
  for (size_t i = 0; i < files.files().size(); ++i) {
    const FileEntry& file = files.files()[i];
    if (folderOf(file) != folder) continue;
    int64_t number = numberedFile(file.baseName(), prefix);
    if (number >= 0) found.push_back({number, i});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  return found;
}

std::string folderText(const FileSet& files, const std::string& path) {
  const FileEntry* entry = files.find(path);
  if (entry == nullptr) return {};
  std::vector<std::byte> bytes = readAll(*entry->source, 0, entry->source->size(), kLargestText);
  return std::string(asText(bytes));
}

}  // namespace tp::uftrace
