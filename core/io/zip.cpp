#include "core/io/zip.h"

#include <algorithm>
#include <unordered_map>

#include "core/io/cursor.h"

namespace tp {
namespace {

constexpr uint32_t kLocalHeader = 0x04034b50, kCentralHeader = 0x02014b50, kEnd = 0x06054b50, kEnd64 = 0x06064b50,
                   kLocator64 = 0x07064b50, kSignature = 0x05054b50;
constexpr size_t kEndSize = 22, kLocatorSize = 20, kEntrySize = 46, kLocalSize = 30;
// The number of lost entries is noted in any case.
constexpr size_t kMaxNotes = 1000;
// Local headers that are skipped because they state no size or do not fit.
constexpr size_t kMaxPassed = 10000;
constexpr uint64_t kLargestDirectory = uint64_t{64} << 20;
constexpr uint32_t kIn64 = 0xffffffffu;

struct Directory {
  uint64_t offset = 0;
  uint64_t size = 0;
  uint64_t entries = 0;
  bool wraps = true;  // the count has 16 bits, and some writers let it wrap
};

// The end record is the last thing in the file except for a comment.
bool findEnd(const ByteSource& source, Directory& out) {
  uint64_t tail = std::min<uint64_t>(source.size(), kEndSize + 65535);
  uint64_t base = source.size() - tail;
  std::vector<std::byte> bytes = readAll(source, base, tail);
  for (size_t at = bytes.size() < kEndSize ? 0 : bytes.size() - kEndSize + 1; at-- > 0;) {
    Cursor cursor(Bytes(bytes).subspan(at));
    if (cursor.u32() != kEnd) continue;
    cursor.skip(6);
    out.entries = cursor.u16();
    out.size = cursor.u32();
    out.offset = cursor.u32();
    if (cursor.failed()) continue;
    if (out.size != kIn64 && out.offset != kIn64) return true;
    if (at < kLocatorSize) return false;
    Cursor locator(Bytes(bytes).subspan(at - kLocatorSize, kLocatorSize));
    if (locator.u32() != kLocator64) return false;
    locator.skip(4);
    std::vector<std::byte> end = readAll(source, locator.u64(), 56);
    Cursor cursor64(end);
    if (cursor64.u32() != kEnd64) return false;
    cursor64.seek(32);
    out.entries = cursor64.u64();
    out.wraps = false;
    out.size = cursor64.u64();
    out.offset = cursor64.u64();
    return !cursor64.failed();
  }
  return false;
}

// Numbers that do not fit the entry are in its extra field, in this order.
void read64(Bytes extra, ZipMember& member) {
  Cursor cursor(extra);
  while (!cursor.failed() && cursor.remaining() >= 4) {
    uint16_t id = cursor.u16();
    Cursor body(cursor.bytes(cursor.u16()));
    if (id != 1) continue;
    if (member.size == kIn64) member.size = body.u64();
    if (member.packed == kIn64) member.packed = body.u64();
    if (member.header == kIn64) member.header = body.u64();
    return;
  }
}

// Returns the first offset in [from, end) at which the signature is, or `end`.
uint64_t findSignature(const ByteSource& source, uint32_t signature, uint64_t from, uint64_t end) {
  constexpr uint64_t kSearched = uint64_t{64} << 10;
  constexpr size_t kSize = 4;
  const char text[kSize] = {static_cast<char>(signature), static_cast<char>(signature >> 8),
                            static_cast<char>(signature >> 16), static_cast<char>(signature >> 24)};
  for (uint64_t at = from; at + kSize <= end; at += kSearched) {
    std::vector<std::byte> bytes = readAll(source, at, std::min(end - at, kSearched + kSize - 1));
    size_t found = asText(bytes).find(std::string_view(text, kSize));
    if (found != std::string_view::npos) return at + found;
  }
  return end;
}

class Lister {
 public:
  Lister(const ByteSource& source, const Directory& directory, size_t most, ZipListing& out)
      : source_(source), directory_(directory), most_(most), out_(out) {}

  // Returns false if there are too many members.
  bool list();

 private:
  static bool takeEntry(Cursor& cursor, ZipMember& member);
  static bool endsWell(Bytes rest);
  // Whether its local header has the same name as the directory.
  bool namedAlike(const ZipMember& member) const;
  bool complete() const {
    return directory_.wraps ? (entries_ & 0xffff) == directory_.entries : entries_ == directory_.entries;
  }
  void listEntries();
  void listLocal();
  bool put(ZipMember member);
  void note(uint64_t offset, std::string expected, std::string found) {
    if (out_.notes.size() < kMaxNotes) out_.notes.push_back({{}, offset, std::move(expected), std::move(found)});
  }

  const ByteSource& source_;
  const Directory directory_;
  const size_t most_;
  ZipListing& out_;
  uint64_t entries_ = 0;  // entries of the directory, including folders
  // For every entry: its size in the archive, by the offset of its local header.
  std::unordered_map<uint64_t, uint64_t> packed_;
  bool damaged_ = false;
  bool tooMany_ = false;
};

bool Lister::put(ZipMember member) {
  // Folders have entries of their own; skip them.
  if (member.name.empty() || member.name.back() == '/') return true;
  tooMany_ = out_.members.size() >= most_;
  if (!tooMany_) out_.members.push_back(std::move(member));
  return !tooMany_;
}

bool Lister::takeEntry(Cursor& cursor, ZipMember& member) {
  size_t at = cursor.position();
  if (cursor.u32() != kCentralHeader) return false;
  cursor.seek(at + 8);
  member.encrypted = (cursor.u16() & 1) != 0;
  member.method = cursor.u16();
  cursor.seek(at + 16);
  member.crc = cursor.u32();
  member.packed = cursor.u32();
  member.size = cursor.u32();
  uint16_t nameSize = cursor.u16();
  uint16_t extraSize = cursor.u16();
  uint16_t commentSize = cursor.u16();
  cursor.skip(8);
  member.header = cursor.u32();
  member.name = asText(cursor.bytes(nameSize));
  read64(cursor.bytes(extraSize), member);
  cursor.skip(commentSize);
  return !cursor.failed();
}

// Whether what follows an entry is something that may follow it.
bool Lister::endsWell(Bytes rest) {
  if (rest.size() < 4) return true;
  uint32_t next = Cursor(rest).u32();
  return next == kCentralHeader || next == kSignature || next == kEnd64 || next == kEnd;
}

bool Lister::namedAlike(const ZipMember& member) const {
  uint64_t offset = 0;
  std::string name;
  return zipDataOffset(source_, member, offset, name) && name == member.name;
}

// Damage loses only the entries that it touches.
void Lister::listEntries() {
  const std::vector<std::byte> bytes = readAll(source_, directory_.offset, directory_.size);
  for (size_t at = 0; bytes.size() - at >= kEntrySize;) {
    Cursor cursor(bytes);
    cursor.seek(at);
    ZipMember member;
    bool taken = takeEntry(cursor, member);
    size_t end = cursor.position();
    bool good = taken && endsWell(Bytes(bytes).subspan(end));
    size_t next = end;
    if (!good) {
      if (complete()) return;
      next = std::min(asText(bytes).find("PK\x01\x02", at + 1), bytes.size());
      // Damaged lengths may lead to a wrong place; intact ones lead to an entry that is itself damaged.
      good = taken && next >= end && namedAlike(member);
    }
    if (good) {
      ++entries_;
      packed_[member.header] = member.packed;
      if (!put(std::move(member))) return;
    }
    if (next == end && good) {
      at = end;
      continue;
    }
    if (complete()) return;
    damaged_ = true;
    note(directory_.offset + (good ? end : at), "an entry of the directory of the zip archive",
         "other bytes" + (next < bytes.size() ? "; it is read on at offset " + std::to_string(directory_.offset + next)
                                              : std::string("; nothing from there on is an entry")));
    at = next;
    if (out_.notes.size() >= kMaxNotes) break;
  }
  if (complete()) return;
  damaged_ = true;
  out_.notes.push_back({{},
                        directory_.offset + directory_.size,
                        std::to_string(directory_.entries) + " entries, as the end record says",
                        std::to_string(entries_) + " in the directory; more is taken where its own headers are found"});
}

// Adds the members that are missing in the directory, by their local headers.
void Lister::listLocal() {
  size_t passed = 0;
  for (uint64_t at = 0; at < directory_.offset && passed < kMaxPassed;) {
    std::vector<std::byte> header = readAll(source_, at, std::min<uint64_t>(kLocalSize, directory_.offset - at));
    if (header.size() < kLocalSize) return;
    Cursor cursor(header);
    if (cursor.u32() != kLocalHeader) {
      at = findSignature(source_, kLocalHeader, at + 1, directory_.offset);
      continue;
    }
    ZipMember member;
    member.header = at;
    cursor.seek(6);
    uint16_t flags = cursor.u16();
    member.encrypted = (flags & 1) != 0;
    member.method = cursor.u16();
    cursor.seek(14);
    member.crc = cursor.u32();
    member.packed = cursor.u32();
    member.size = cursor.u32();
    uint16_t nameSize = cursor.u16(), extraSize = cursor.u16();
    uint64_t data = at + kLocalSize + nameSize + extraSize;
    if (auto known = packed_.find(at); known != packed_.end()) {
      at = data + std::min(known->second, directory_.offset);
      continue;
    }
    std::vector<std::byte> names = readAll(source_, at + kLocalSize, uint64_t{nameSize} + extraSize);
    Cursor fields(names);
    member.name = asText(fields.bytes(nameSize));
    read64(fields.bytes(extraSize), member);
    constexpr uint16_t kSizesBehind = 8;
    if ((flags & kSizesBehind) != 0 && member.packed == 0) {
      note(at, "the size of the file " + member.name, "none in its header, nor in the directory; the file is left out");
      at += 4;
      ++passed;
    } else if (data > directory_.offset || member.packed > directory_.offset - data) {
      // Not a header, though it begins like one.
      at += 4;
      ++passed;
    } else {
      note(at, "the file " + member.name + " in the directory", "none; it is taken by its own header");
      at = data + member.packed;
      if (!put(std::move(member))) return;
    }
  }
}

bool Lister::list() {
  listEntries();
  if (damaged_ && !tooMany_) listLocal();
  return !tooMany_;
}

}  // namespace

Result<ZipListing> listZip(const ByteSource& source, size_t most) {
  Directory directory;
  if (!findEnd(source, directory)) return Error{"", source.size(), "the zip archive has no directory: it is cut"};
  if (directory.size > kLargestDirectory || directory.offset > source.size())
    return Error{"", kNoOffset, "the directory of the zip archive makes no sense"};
  ZipListing listing;
  const bool within = Lister(source, directory, most, listing).list();
  if (!within) return Error{"", kNoOffset, "the zip archive holds more than " + std::to_string(most) + " files"};
  return listing;
}

bool zipDataOffset(const ByteSource& source, const ZipMember& member, uint64_t& offset, std::string& name) {
  std::vector<std::byte> header = readAll(source, member.header, kLocalSize);
  Cursor cursor(header);
  if (cursor.u32() != kLocalHeader) return false;
  cursor.seek(26);
  uint16_t nameSize = cursor.u16();
  offset = member.header + kLocalSize + nameSize + cursor.u16();
  std::vector<std::byte> bytes = readAll(source, member.header + kLocalSize, nameSize);
  name = asText(bytes);
  return !cursor.failed() && offset <= source.size();
}

}  // namespace tp
