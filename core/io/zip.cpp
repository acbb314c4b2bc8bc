#include "core/io/zip.h"

#include <algorithm>

#include "core/io/cursor.h"

namespace tp {
namespace {

constexpr uint32_t kLocalHeader = 0x04034b50, kCentralHeader = 0x02014b50, kEnd = 0x06054b50, kEnd64 = 0x06064b50,
                   kLocator64 = 0x07064b50;
constexpr size_t kEndSize = 22, kLocatorSize = 20;
constexpr uint64_t kLargestDirectory = uint64_t{64} << 20;
constexpr uint32_t kIn64 = 0xffffffffu;

struct Directory {
  uint64_t offset = 0;
  uint64_t size = 0;
};

// The end record is the last thing in the file but for a comment.
bool findEnd(const ByteSource& source, Directory& out) {
  uint64_t tail = std::min<uint64_t>(source.size(), kEndSize + 65535);
  uint64_t base = source.size() - tail;
  std::vector<std::byte> bytes = readAll(source, base, tail);
  for (size_t at = bytes.size() < kEndSize ? 0 : bytes.size() - kEndSize + 1; at-- > 0;) {
    Cursor cursor(Bytes(bytes).subspan(at));
    if (cursor.u32() != kEnd) continue;
    cursor.skip(8);
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
    cursor64.seek(40);
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

}  // namespace

Result<std::vector<ZipMember>> listZip(const ByteSource& source, size_t most) {
  Directory directory;
  if (!findEnd(source, directory)) return Error{"", source.size(), "the zip archive has no directory: it is cut"};
  if (directory.size > kLargestDirectory || directory.offset > source.size())
    return Error{"", kNoOffset, "the directory of the zip archive makes no sense"};
  std::vector<std::byte> bytes = readAll(source, directory.offset, directory.size);
  std::vector<ZipMember> members;
  for (Cursor cursor(bytes); cursor.remaining() >= 46;) {
    size_t at = cursor.position();
    if (cursor.u32() != kCentralHeader) break;
    ZipMember member;
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
    if (cursor.failed()) break;
    // Folders have entries of their own.
    if (member.name.empty() || member.name.back() == '/') continue;
    if (members.size() >= most)
      return Error{"", kNoOffset, "the zip archive holds more than " + std::to_string(most) + " files"};
    members.push_back(std::move(member));
  }
  return members;
}

bool zipDataOffset(const ByteSource& source, const ZipMember& member, uint64_t& offset) {
  std::vector<std::byte> header = readAll(source, member.header, 30);
  Cursor cursor(header);
  if (cursor.u32() != kLocalHeader) return false;
  cursor.seek(26);
  uint64_t names = uint64_t{cursor.u16()} + cursor.u16();
  offset = member.header + 30 + names;
  return !cursor.failed() && offset <= source.size();
}

}  // namespace tp
