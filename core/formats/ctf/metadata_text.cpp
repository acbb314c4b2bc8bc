#include "core/formats/ctf/metadata_text.h"

#include <algorithm>

#include "core/io/cursor.h"

namespace tp::ctf {
namespace {

constexpr uint32_t kMagic = 0x75D11D57;
constexpr uint64_t kMaxMetadata = uint64_t{64} << 20;
constexpr size_t kHead = 37;  // bytes of a packet's header

std::optional<Endian> packedIn(Bytes bytes) {
  for (const Endian endian : {Endian::Little, Endian::Big})
    if (bytes.size() >= 4 && loadUnchecked<uint32_t>(bytes.data(), endian) == kMagic) return endian;
  return std::nullopt;
}

bool hasWord(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || std::string_view(" \t\r\n;/").find(text[at - 1]) != std::string_view::npos;
    const size_t after = text.find_first_not_of(" \t\r\n", at + word.size());
    if (begins && after != std::string_view::npos && text[after] == '{') return true;
  }
  return false;
}

}  // namespace

bool isMetadata(const FileEntry& file) {
  const std::vector<std::byte> bytes = readAll(*file.source, 0, 16384);
  if (packedIn(bytes)) return true;
  const std::string_view text = asText(bytes);
  const size_t first = text.find_first_not_of(" \t\r\n\x1e");
  if (first == std::string_view::npos) return false;
  if (text[first] == '{') return text.find("\"preamble\"") != std::string_view::npos || text[0] == '\x1e';
  if (text.substr(first).starts_with("/* CTF ")) return true;
  if (text.find('\0') != std::string_view::npos) return false;
  // Some writers begin with another comment, or with none.
  return hasWord(text, "trace") || hasWord(text, "stream") || hasWord(text, "event");
}

Result<MetadataText> readMetadataText(const FileEntry& file, WarningLog& warnings) {
  if (file.source->size() > kMaxMetadata)
    return Error{file.path, kNoOffset, "is " + std::to_string(file.source->size()) + " bytes of metadata: too many"};
  const std::vector<std::byte> bytes = readAll(*file.source);
  MetadataText out;
  const std::optional<Endian> endian = packedIn(bytes);
  if (!endian) {
    out.text = asText(bytes);
    return out;
  }
  out.order = *endian == Endian::Little ? Order::Little : Order::Big;
  size_t at = 0;
  while (at < bytes.size()) {
    Cursor cursor(Bytes(bytes).subspan(at), *endian);
    const uint32_t magic = cursor.u32();
    cursor.skip(16 + 4);
    const uint32_t content = cursor.u32() / 8, packet = cursor.u32() / 8;
    const uint8_t compression = cursor.u8(), encryption = cursor.u8(), checksum = cursor.u8();
    if (at == 0 && !cursor.failed() && (compression | encryption | checksum) != 0)
      return Error{file.path, 32,
                   "holds metadata that are compressed, encrypted or have a checksum: none of it is read"};
    const bool headed = bytes.size() - at >= kHead && magic == kMagic && packet >= kHead && content <= packet &&
                        content >= kHead && (compression | encryption | checksum) == 0;
    if (!headed) {
      warnings.add(file.path, at, "a packet of metadata", "something else; the rest is left out");
      break;
    }
    const size_t size = std::min<size_t>(content, bytes.size() - at);
    out.text += asText(Bytes(bytes).subspan(at + kHead, size - kHead));
    if (size < content) {
      warnings.add(file.path, at, "a packet of " + std::to_string(packet) + " bytes", "the end of the file");
      break;
    }
    at += std::min<size_t>(packet, bytes.size() - at);
  }
  return out;
}

}  // namespace tp::ctf
