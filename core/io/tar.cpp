#include "core/io/tar.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace tp {
namespace {

constexpr size_t kBlock = 512;
// Names and pax records of members; longer ones are nobody's.
constexpr uint64_t kLongestExtra = uint64_t{1} << 20;

std::string_view field(Bytes header, size_t at, size_t size) {
  std::string_view text = asText(header.subspan(at, size));
  return text.substr(0, text.find('\0'));
}

bool octal(std::string_view text, uint64_t& value) {
  size_t first = text.find_first_not_of(' ');
  value = 0;
  if (first == std::string_view::npos) return true;
  text = text.substr(first);
  text = text.substr(0, text.find(' '));
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 8);
  return error == std::errc() && end == text.data() + text.size();
}

// Octal digits, or with the highest bit set, a number of base 256.
bool number(Bytes header, size_t at, size_t size, uint64_t& value) {
  if ((static_cast<uint8_t>(header[at]) & 0x80) == 0) return octal(field(header, at, size), value);
  value = static_cast<uint8_t>(header[at]) & 0x7f;
  for (size_t i = 1; i < size; ++i) {
    if (value >> 55 != 0) return false;
    value = value << 8 | static_cast<uint8_t>(header[at + i]);
  }
  return true;
}

bool isZero(Bytes header) {
  return std::all_of(header.begin(), header.end(), [](std::byte b) { return b == std::byte{0}; });
}

// "27 path=some/where\n" and others: what the next member is called, and how large it is.
void parsePax(std::string_view text, std::string& name, uint64_t& size, bool& hasSize) {
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
    std::string_view value = record.substr(equals + 1);
    if (record.substr(0, equals) == "path") name = value;
    if (record.substr(0, equals) == "size")
      hasSize = std::from_chars(value.data(), value.data() + value.size(), size).ec == std::errc();
  }
}

}  // namespace

bool isTarHeader(Bytes header) {
  constexpr size_t kChecksumAt = 148, kChecksumSize = 8;
  if (header.size() < kBlock || isZero(header.first(kBlock))) return false;
  uint64_t stated = 0, sum = 0;
  if (!octal(field(header, kChecksumAt, kChecksumSize), stated)) return false;
  // Of all bytes, those of the sum itself taken for blanks.
  for (size_t i = 0; i < kBlock; ++i)
    sum += i >= kChecksumAt && i < kChecksumAt + kChecksumSize ? ' ' : static_cast<uint8_t>(header[i]);
  return sum == stated;
}

TarListing listTar(const ByteSource& source, size_t most) {
  TarListing listing;
  std::string longName;
  uint64_t paxSize = 0;
  bool hasPaxSize = false;
  for (uint64_t at = 0; at < source.size();) {
    std::vector<std::byte> header = readAll(source, at, kBlock);
    if (header.size() == kBlock && isZero(header)) return listing;
    uint64_t size = 0;
    if (!isTarHeader(header) || !number(header, 124, 12, size)) {
      listing.whole = false;
      return listing;
    }
    if (hasPaxSize) size = paxSize;
    uint64_t data = at + kBlock;
    char type = static_cast<char>(header[156]);
    uint64_t left = source.size() - std::min(source.size(), data);
    if (size > left) listing.whole = false;
    if (type == 'L' || type == 'x') {
      if (size > kLongestExtra) {
        listing.whole = false;
        return listing;
      }
      std::vector<std::byte> extra = readAll(source, data, size);
      std::string_view text = asText(extra);
      if (type == 'L')
        longName = text.substr(0, text.find('\0'));
      else
        parsePax(text, longName, paxSize, hasPaxSize);
    } else {
      if (type == '0' || type == '\0' || type == '7') {
        if (listing.members.size() >= most) {
          listing.more = true;
          return listing;
        }
        std::string name(field(header, 0, 100));
        std::string_view prefix = field(header, 257, 5) == "ustar" ? field(header, 345, 155) : std::string_view{};
        if (!prefix.empty()) name = std::string(prefix) + "/" + name;
        listing.members.push_back({longName.empty() ? name : longName, data, std::min(size, left)});
      }
      longName.clear();
      hasPaxSize = false;
    }
    if (size > left) return listing;
    at = data + (size + kBlock - 1) / kBlock * kBlock;
  }
  // Two blocks of zeros end an archive, but many a one goes without.
  return listing;
}

}  // namespace tp
