#include "core/io/same_files.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace tp {
namespace {

constexpr uint64_t kPiece = uint64_t{64} << 10, kPieces = 1024;

// How many characters of all paths are those of their common folder. Of a single file, it is all but nothing.
size_t commonFolder(const FileSet& set) {
  const std::vector<FileEntry>& files = set.files();
  std::string_view folder = files.front().path;
  if (files.size() == 1) return folder.size();
  folder = folder.substr(0, folder.rfind('/') + 1);
  for (const FileEntry& file : files)
    while (!file.path.starts_with(folder))
      folder = folder.substr(0, folder.substr(0, folder.size() - 1).rfind('/') + 1);
  return folder.size();
}

bool equalPieces(const ByteSource& a, const ByteSource& b, uint64_t offset, std::vector<std::byte> (&buffers)[2]) {
  const uint64_t length = std::min(kPiece, a.size() - offset);
  for (std::vector<std::byte>& buffer : buffers) buffer.resize(static_cast<size_t>(length));
  return a.read(offset, buffers[0]) == length && b.read(offset, buffers[1]) == length && buffers[0] == buffers[1];
}

bool equalContents(const ByteSource& a, const ByteSource& b) {
  if (&a == &b) return true;
  std::vector<std::byte> buffers[2];
  const uint64_t size = a.size();
  const uint64_t step = std::max(kPiece, size / kPieces);
  for (uint64_t offset = 0; offset < size; offset += step)
    if (!equalPieces(a, b, offset, buffers)) return false;
  return true;
}

}  // namespace

bool sameFiles(const FileSet& a, const FileSet& b) {
  if (a.empty() || b.empty()) return false;
  const size_t folderA = commonFolder(a), folderB = commonFolder(b);
  const auto alike = [&](const FileEntry& x, const FileEntry& y) {
    return std::string_view(x.path).substr(folderA) == std::string_view(y.path).substr(folderB) &&
           x.source->size() == y.source->size();
  };
  const auto equal = [](const FileEntry& x, const FileEntry& y) { return equalContents(*x.source, *y.source); };
  const std::vector<FileEntry>&filesA = a.files(), &filesB = b.files();
  return std::equal(filesA.begin(), filesA.end(), filesB.begin(), filesB.end(), alike) &&
         std::equal(filesA.begin(), filesA.end(), filesB.begin(), equal);
}

}  // namespace tp
