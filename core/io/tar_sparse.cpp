#include "core/io/tar_sparse.h"

#include <charconv>

#include "core/io/tar_number.h"

namespace tp {
namespace {

// Bytes of a map that is stored before the data.
constexpr uint64_t kLongestMap = uint64_t{16} << 20;

bool decimal(std::string_view text, uint64_t& value) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

// Takes one number and the `mark` behind it, which may be missing at the end of the text.
bool takeNumber(std::string_view& text, char mark, uint64_t& value) {
  size_t end = text.find(mark);
  bool good = decimal(text.substr(0, end), value);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return good;
}

// Pieces are in order and within the file; an empty one at the end only states the file's size.
bool makesSense(const std::vector<SparsePart>& parts, uint64_t fileSize) {
  uint64_t end = 0;
  for (const SparsePart& part : parts) {
    if (part.at < end || part.size > ~uint64_t{0} - part.at) return false;
    end = part.at + part.size;
  }
  return end <= fileSize;
}

bool take(std::vector<SparsePart> parts, ArchiveMember& member) {
  const bool good = makesSense(parts, member.fileSize);
  member.parts = std::make_shared<const std::vector<SparsePart>>(std::move(parts));
  return good;
}

// Reads entries up to the first unused one.
void takeEntries(Bytes block, size_t at, size_t count, std::vector<SparsePart>& parts, bool& good) {
  constexpr size_t kNumber = 12;
  for (; count > 0 && block[at] != std::byte{0}; --count, at += 2 * kNumber) {
    SparsePart part;
    good = good && tarNumber(block, at, kNumber, part.at) && tarNumber(block, at + kNumber, kNumber, part.size);
    parts.push_back(part);
  }
}

}  // namespace

void SparseNotes::take(std::string_view key, std::string_view value) {
  constexpr std::string_view kPrefix = "GNU.sparse.";
  if (key.substr(0, kPrefix.size()) != kPrefix) return;
  key.remove_prefix(kPrefix.size());
  any = true;
  if (key == "name") name = value;
  if (key == "major") inData = value == "1";
  if (key == "size" || key == "realsize") decimal(value, fileSize);
  uint64_t number = 0;
  if (key == "offset" && decimal(value, number)) parts.push_back({number, 0});
  if (key == "numbytes" && decimal(value, number) && !parts.empty()) parts.back().size = number;
  if (key != "map") return;
  parts.clear();
  for (SparsePart part; !value.empty(); parts.push_back(part))
    if (!takeNumber(value, ',', part.at) || !takeNumber(value, ',', part.size)) return;
}

bool readOldSparse(const ByteSource& source, Bytes header, uint64_t& data, ArchiveMember& member) {
  constexpr size_t kEntriesAt = 386, kEntries = 4, kMoreAt = 482, kSizeAt = 483, kNumber = 12;
  constexpr size_t kEntriesMore = 21, kMoreAgainAt = 504;
  bool good = tarNumber(header, kSizeAt, kNumber, member.fileSize);
  std::vector<SparsePart> parts;
  takeEntries(header, kEntriesAt, kEntries, parts, good);
  for (bool more = header[kMoreAt] != std::byte{0}; more && good;) {
    std::vector<std::byte> block = readAll(source, data, kTarBlock);
    if (block.size() < kTarBlock) return false;
    data += kTarBlock;
    takeEntries(block, 0, kEntriesMore, parts, good);
    more = block[kMoreAgainAt] != std::byte{0};
  }
  return good && take(std::move(parts), member);
}

bool readPaxSparse(const ByteSource& source, const SparseNotes& notes, uint64_t& data, uint64_t& stored,
                   ArchiveMember& member) {
  member.fileSize = notes.fileSize;
  std::vector<SparsePart> parts = notes.parts;
  if (notes.inData) {
    std::vector<std::byte> map = readAll(source, data, std::min(stored, kLongestMap));
    std::string_view text = asText(map);
    uint64_t count = 0;
    if (!takeNumber(text, '\n', count)) return false;
    parts.clear();
    for (SparsePart part; count > 0; --count, parts.push_back(part))
      if (!takeNumber(text, '\n', part.at) || !takeNumber(text, '\n', part.size)) return false;
    uint64_t used = (map.size() - text.size() + kTarBlock - 1) / kTarBlock * kTarBlock;
    if (used > stored) return false;
    data += used;
    stored -= used;
  }
  return take(std::move(parts), member);
}

}  // namespace tp
