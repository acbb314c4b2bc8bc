#include "native/cli/same_recording.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>

namespace tp::cli {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBlock = size_t{1} << 16;

struct File {
  fs::path path, name;  // `name`: within the recording; empty: it is the recording
  uintmax_t size = 0;
};

// Returns the files by name; nullopt if something can't be read.
std::optional<std::vector<File>> filesOf(const fs::path& recording) {
  std::error_code failed;
  std::vector<File> files;
  if (fs::is_regular_file(recording, failed)) {
    files.push_back({recording, {}, fs::file_size(recording, failed)});
    return failed ? std::nullopt : std::optional(std::move(files));
  }
  auto at = fs::recursive_directory_iterator(recording, failed);
  for (; !failed && at != fs::end(at); at.increment(failed)) {
    if (!at->is_regular_file(failed) || failed) continue;
    const uintmax_t size = at->file_size(failed);
    if (!failed) files.push_back({at->path(), at->path().lexically_relative(recording), size});
  }
  if (failed) return std::nullopt;
  std::sort(files.begin(), files.end(), [](const File& x, const File& y) { return x.name < y.name; });
  return files;
}

bool equalContents(const fs::path& a, const fs::path& b) {
  std::ifstream inA(a, std::ios::binary), inB(b, std::ios::binary);
  std::vector<char> blockA(kBlock), blockB(kBlock);
  while (inA && inB) {
    inA.read(blockA.data(), kBlock);
    inB.read(blockB.data(), kBlock);
    const std::streamsize read = inA.gcount();
    if (read != inB.gcount() || !std::equal(blockA.begin(), blockA.begin() + read, blockB.begin())) return false;
  }
  return inA.eof() && inB.eof();
}

}  // namespace

bool sameRecording(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return false;
  std::error_code failed;
  if (fs::equivalent(a, b, failed) && !failed) return true;
  const auto filesA = filesOf(a), filesB = filesOf(b);
  if (!filesA || !filesB || filesA->empty()) return false;
  const auto alike = [](const File& x, const File& y) { return x.name == y.name && x.size == y.size; };
  const auto equal = [](const File& x, const File& y) { return equalContents(x.path, y.path); };
  return std::equal(filesA->begin(), filesA->end(), filesB->begin(), filesB->end(), alike) &&
         std::equal(filesA->begin(), filesA->end(), filesB->begin(), equal);
}

std::vector<std::string> copiesAmong(const std::vector<std::string>& paths) {
  std::vector<std::string> out;
  for (size_t i = 1; i < paths.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      if (!sameRecording(paths[j], paths[i])) continue;
      out.push_back(paths[i] + " is the same recording as " + (paths[i] == paths[j] ? "one before it" : paths[j]));
      break;
    }
  return out;
}

}  // namespace tp::cli
