#include "core/io/tar.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "core/io/tar_number.h"
#include "core/io/tar_sparse.h"

namespace tp {
namespace {

// Names and pax records of members; longer ones are nobody's.
constexpr uint64_t kLongestExtra = uint64_t{1} << 20;
// Of all sparse files of an archive together: a map may be larger than what it maps.
constexpr size_t kMostParts = size_t{1} << 22;

bool isZero(Bytes header) {
  return std::all_of(header.begin(), header.end(), [](std::byte b) { return b == std::byte{0}; });
}

// What the headers before a member's own say of it.
struct Extra {
  std::string name;
  std::string link;  // of a hard link: the name of the member whose bytes it has
  uint64_t size = 0;
  bool hasSize = false;
  SparseNotes sparse;
};

// "27 path=some/where\n" and others.
void parsePax(std::string_view text, Extra& extra) {
  while (!text.empty()) {
    uint64_t length = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    if (error != std::errc() || length > text.size() || length < 5) return;
    size_t head = static_cast<size_t>(end - text.data()) + 1;
    if (head >= length) return;
    std::string_view record = text.substr(head, static_cast<size_t>(length) - head - 1);
    text.remove_prefix(static_cast<size_t>(length));
    size_t equals = record.find('=');
    if (equals == std::string_view::npos) continue;
    std::string_view key = record.substr(0, equals), value = record.substr(equals + 1);
    if (key == "path") extra.name = value;
    if (key == "linkpath") extra.link = value;
    if (key == "size")
      extra.hasSize = std::from_chars(value.data(), value.data() + value.size(), extra.size).ec == std::errc();
    extra.sparse.take(key, value);
  }
}

class Lister {
 public:
  Lister(const ByteSource& source, size_t most, TarListing& out) : source_(source), most_(most), out_(out) {}

  void list();

 private:
  // Both take the header at `at_`; false where the listing ends.
  bool takeExtra(char type, uint64_t size, uint64_t left);
  bool takeMember(char type, Bytes header, uint64_t& size);
  std::string nameOf(Bytes header) const;
  void put(ArchiveMember member);
  void note(std::string expected, std::string found) {
    out_.notes.push_back({{}, at_, std::move(expected), std::move(found)});
  }

  const ByteSource& source_;
  size_t most_;
  TarListing& out_;
  uint64_t at_ = 0;
  uint64_t data_ = 0;
  size_t partsLeft_ = kMostParts;
  Extra extra_;
  std::unordered_map<std::string, size_t> byName_;  // positions among the members
};

std::string Lister::nameOf(Bytes header) const {
  if (!extra_.sparse.name.empty()) return extra_.sparse.name;
  if (!extra_.name.empty()) return extra_.name;
  std::string name(tarField(header, 0, 100));
  // GNU's own headers have something else where the others have more of the name.
  bool prefixed = asText(header.subspan(257, 6)) == std::string_view("ustar\0", 6);
  std::string_view prefix = prefixed ? tarField(header, 345, 155) : std::string_view{};
  return prefix.empty() ? name : std::string(prefix) + "/" + name;
}

void Lister::put(ArchiveMember member) {
  byName_[member.name] = out_.members.size();
  out_.members.push_back(std::move(member));
}

bool Lister::takeExtra(char type, uint64_t size, uint64_t left) {
  if (size > kLongestExtra) {
    out_.whole = false;
    return false;
  }
  std::vector<std::byte> bytes = readAll(source_, data_, std::min(size, left));
  std::string_view text = asText(bytes);
  if (type == 'x') parsePax(text, extra_);
  if (type == 'L') extra_.name = text.substr(0, text.find('\0'));
  if (type == 'K') extra_.link = text.substr(0, text.find('\0'));
  return true;
}

bool Lister::takeMember(char type, Bytes header, uint64_t& size) {
  bool regular = type == '0' || type == '\0' || type == '7' || type == 'S';
  if (!regular && type != '1') return true;
  if (out_.members.size() >= most_) {
    out_.more = true;
    return false;
  }
  ArchiveMember member;
  member.name = nameOf(header);
  if (type == '1') {
    std::string link = extra_.link.empty() ? std::string(tarField(header, 157, 100)) : extra_.link;
    auto found = byName_.find(link);
    if (found == byName_.end()) {
      note("the file " + link + ", before " + member.name + ", which is a link to it", "none; the link is left out");
      return true;
    }
    std::string name = std::move(member.name);
    member = out_.members[found->second];
    member.name = std::move(name);
    put(std::move(member));
    // Old archives state the size of the target here, without its bytes; those of pax may have them once more.
    std::vector<std::byte> next = readAll(source_, data_, kTarBlock);
    if (next.size() < kTarBlock || isZero(next) || isTarHeader(next)) size = 0;
    return true;
  }
  bool good = true;
  uint64_t stored = size;
  if (type == 'S')
    good = readOldSparse(source_, header, data_, member);
  else if (extra_.sparse.any) {
    uint64_t begin = data_;
    good = readPaxSparse(source_, extra_.sparse, data_, stored, member);
    size -= data_ - begin;
  }
  if (!good) {
    note("the map of the sparse file " + member.name, "one that makes no sense; the file is left out");
    return true;
  }
  if (member.parts && member.parts->size() > partsLeft_) {
    note("at most " + std::to_string(kMostParts) + " pieces of sparse files",
         "more in " + member.name + "; the file is left out");
    return true;
  }
  partsLeft_ -= member.parts ? member.parts->size() : 0;
  member.offset = data_;
  member.size = std::min(stored, source_.size() - std::min(source_.size(), data_));
  put(std::move(member));
  return true;
}

void Lister::list() {
  while (at_ < source_.size()) {
    std::vector<std::byte> header = readAll(source_, at_, kTarBlock);
    if (header.size() == kTarBlock && isZero(header)) return;
    uint64_t size = 0;
    if (!isTarHeader(header) || !tarNumber(header, 124, 12, size)) {
      out_.whole = false;
      return;
    }
    if (extra_.hasSize) size = extra_.size;
    data_ = at_ + kTarBlock;
    char type = static_cast<char>(header[156]);
    bool extra = type == 'L' || type == 'K' || type == 'x';
    uint64_t left = source_.size() - std::min(source_.size(), data_);
    if (!(extra ? takeExtra(type, size, left) : takeMember(type, header, size))) return;
    if (!extra) extra_ = {};
    left = source_.size() - std::min(source_.size(), data_);
    if (size > left) {
      out_.whole = false;
      return;
    }
    at_ = data_ + (size + kTarBlock - 1) / kTarBlock * kTarBlock;
  }
  // Two blocks of zeros end an archive, but many a one goes without.
}

}  // namespace

bool isTarHeader(Bytes header) {
  constexpr size_t kChecksumAt = 148, kChecksumSize = 8;
  if (header.size() < kTarBlock || isZero(header.first(kTarBlock))) return false;
  uint64_t stated = 0, sum = 0;
  if (!tarNumber(header, kChecksumAt, kChecksumSize, stated)) return false;
  // Of all bytes, those of the sum itself taken for blanks.
  for (size_t i = 0; i < kTarBlock; ++i)
    sum += i >= kChecksumAt && i < kChecksumAt + kChecksumSize ? ' ' : static_cast<uint8_t>(header[i]);
  return sum == stated;
}

TarListing listTar(const ByteSource& source, size_t most) {
  TarListing listing;
  Lister(source, most, listing).list();
  return listing;
}

}  // namespace tp
