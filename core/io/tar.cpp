#include "core/io/tar.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "core/io/tar_number.h"
#include "core/io/tar_sparse.h"

namespace tp {
namespace {

// Bytes of long names and pax records; no real archive has longer ones.
constexpr uint64_t kLongestExtra = uint64_t{1} << 20;
// Bytes read at once in the search for a header.
constexpr uint64_t kSearched = uint64_t{64} << 10;
// At most so many places with missing headers; an archive with more is read up to there.
constexpr size_t kMaxBreaks = 1000;
// How many symbolic links are followed from one to the next.
constexpr int kMaxLinks = 40;
// Pieces of all sparse files of an archive together: a map may be larger than what it maps.
constexpr size_t kMaxParts = size_t{1} << 22;

bool isZero(Bytes header) {
  return std::all_of(header.begin(), header.end(), [](std::byte b) { return b == std::byte{0}; });
}

// Resolves the symbolic link `link` in the folder of `name`: removes ".", ".." and leading slashes. Empty if it leads
// out of the archive.
std::string targetOf(std::string_view name, std::string_view link) {
  std::string path(link);
  if (!link.starts_with('/') && name.rfind('/') != std::string_view::npos)
    path = std::string(name.substr(0, name.rfind('/') + 1)) + path;
  std::vector<std::string_view> parts;
  for (std::string_view rest = path; !rest.empty();) {
    size_t slash = rest.find('/');
    std::string_view part = rest.substr(0, slash);
    rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
    if (part == "..") {
      if (parts.empty()) return {};
      parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
  }
  std::string out;
  for (std::string_view part : parts) out.append(out.empty() ? "" : "/").append(part);
  return out;
}

// What the headers before a member's own header say about it.
struct Extra {
  std::string name;
  // The target: for a hard link, the name of the member with the bytes; for a symbolic link, its text.
  std::string link;
  uint64_t size = 0;
  bool hasSize = false;
  SparseNotes sparse;
};

// Parses records such as "27 path=some/where\n".
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
  // Both process the header at `at_`, and return false if the listing has to end.
  bool takeExtra(char type, uint64_t size, uint64_t left);
  bool takeMember(char type, Bytes header, uint64_t& size);
  // Moves from a block that is no header to the next header; false if there is none.
  bool skipToHeader();
  uint64_t findBlock(uint64_t from, bool (*wanted)(Bytes block)) const;
  void followLinks();
  std::string nameOf(Bytes header) const;
  void put(ArchiveMember member);
  void note(std::string expected, std::string found) { noteAt(at_, std::move(expected), std::move(found)); }
  void noteAt(uint64_t offset, std::string expected, std::string found) {
    out_.notes.push_back({{}, offset, std::move(expected), std::move(found)});
  }

  const ByteSource& source_;
  size_t most_;
  TarListing& out_;
  uint64_t at_ = 0;
  uint64_t data_ = 0;
  size_t partsLeft_ = kMaxParts;
  Extra extra_;
  std::unordered_map<std::string, size_t> byName_;  // positions in out_.members
  struct Link {
    std::string name;
    std::string text;
    uint64_t offset = 0;  // of its header
  };
  std::vector<Link> links_;  // symbolic links; their targets may follow them in the archive
  size_t breaks_ = 0;
};

std::string Lister::nameOf(Bytes header) const {
  if (!extra_.sparse.name.empty()) return extra_.sparse.name;
  if (!extra_.name.empty()) return extra_.name;
  std::string name(tarField(header, 0, 100));
  // GNU's own headers have other fields in place of the prefix of the name.
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
  if (!regular && type != '1' && type != '2') return true;
  if (out_.members.size() + links_.size() >= most_) {
    out_.more = true;
    return false;
  }
  ArchiveMember member;
  member.name = nameOf(header);
  std::string link = extra_.link.empty() ? std::string(tarField(header, 157, 100)) : extra_.link;
  if (type == '2') {
    links_.push_back({std::move(member.name), std::move(link), at_});
    // A link has no data, whatever its header says.
    size = 0;
    return true;
  }
  if (type == '1') {
    auto found = byName_.find(link);
    if (found == byName_.end()) {
      note("the file " + link + ", before " + member.name + ", which is a link to it", "none; the link is left out");
      return true;
    }
    std::string name = std::move(member.name);
    member = out_.members[found->second];
    member.name = std::move(name);
    put(std::move(member));
    // Old archives state the target's size here without its bytes; pax archives may repeat the bytes.
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
    note("at most " + std::to_string(kMaxParts) + " pieces of sparse files",
         "more in " + member.name + "; the file is left out");
    return true;
  }
  partsLeft_ -= member.parts ? member.parts->size() : 0;
  member.offset = data_;
  member.size = std::min(stored, source_.size() - std::min(source_.size(), data_));
  put(std::move(member));
  return true;
}

uint64_t Lister::findBlock(uint64_t from, bool (*wanted)(Bytes block)) const {
  for (uint64_t at = from; at < source_.size(); at += kSearched) {
    std::vector<std::byte> bytes = readAll(source_, at, kSearched);
    for (size_t in = 0; in < bytes.size(); in += kTarBlock)
      if (wanted(Bytes(bytes).subspan(in, std::min(kTarBlock, bytes.size() - in)))) return at + in;
  }
  return source_.size();
}

// Two blocks of zeros end an archive. A single one is a lost header, and after the end another archive may follow, as
// `cat` makes them: reading goes on after both, with a note.
bool Lister::skipToHeader() {
  const uint64_t begin = at_;
  const uint64_t other = findBlock(begin, [](Bytes block) { return !isZero(block); });
  if (other >= source_.size()) return false;
  const bool ended = other - begin >= 2 * kTarBlock;
  extra_ = {};
  at_ = ++breaks_ > kMaxBreaks ? source_.size() : findBlock(other, isTarHeader);
  if (other == begin) out_.whole = false;
  noteAt(ended ? other : begin, ended ? "nothing behind the end of the archive" : "the header of a file",
         (other > begin && !ended ? "a block of zeros" : "other bytes") +
             (at_ < source_.size() ? "; it is read on at offset " + std::to_string(at_)
                                   : std::string("; nothing from there on is read")));
  return at_ < source_.size();
}

void Lister::followLinks() {
  std::unordered_map<std::string, size_t> files, links;
  if (links_.empty()) return;
  for (size_t i = 0; i < out_.members.size(); ++i) files[targetOf({}, out_.members[i].name)] = i;
  for (size_t i = 0; i < links_.size(); ++i) links[targetOf({}, links_[i].name)] = i;
  for (const Link& link : links_) {
    std::string target = targetOf(link.name, link.text);
    for (int followed = 1; followed < kMaxLinks && !target.empty() && files.count(target) == 0; ++followed) {
      auto next = links.find(target);
      if (next == links.end()) break;
      target = targetOf(links_[next->second].name, links_[next->second].text);
    }
    auto found = target.empty() ? files.end() : files.find(target);
    if (found == files.end()) {
      noteAt(link.offset, "the file " + link.text + ", which " + link.name + " is a link to",
             "none in the archive; the link is left out");
      continue;
    }
    ArchiveMember member = out_.members[found->second];
    member.name = link.name;
    out_.members.push_back(std::move(member));
  }
}

void Lister::list() {
  while (at_ < source_.size()) {
    std::vector<std::byte> header = readAll(source_, at_, kTarBlock);
    if (!isTarHeader(header)) {
      if (!skipToHeader()) break;
      continue;
    }
    uint64_t size = 0;
    if (!tarNumber(header, 124, 12, size)) {
      out_.whole = false;
      break;
    }
    if (extra_.hasSize) size = extra_.size;
    data_ = at_ + kTarBlock;
    char type = static_cast<char>(header[156]);
    bool extra = type == 'L' || type == 'K' || type == 'x';
    uint64_t left = source_.size() - std::min(source_.size(), data_);
    if (!(extra ? takeExtra(type, size, left) : takeMember(type, header, size))) break;
    if (!extra) extra_ = {};
    left = source_.size() - std::min(source_.size(), data_);
    if (size > left) {
      out_.whole = false;
      break;
    }
    at_ = data_ + (size + kTarBlock - 1) / kTarBlock * kTarBlock;
  }
  // The two blocks of zeros at the end are often missing, so the end of the source will do.
  followLinks();
}

}  // namespace

bool isTarHeader(Bytes header) {
  constexpr size_t kChecksumAt = 148, kChecksumSize = 8;
  if (header.size() < kTarBlock || isZero(header.first(kTarBlock))) return false;
  uint64_t stated = 0, sum = 0;
  if (!tarNumber(header, kChecksumAt, kChecksumSize, stated)) return false;
  // The sum of all bytes, with those of the checksum itself taken as blanks.
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
