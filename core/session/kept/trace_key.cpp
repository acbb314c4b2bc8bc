#include "core/session/kept/trace_key.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "core/io/wire.h"

namespace tp {
namespace {

// The pieces of a file that are looked at lie at even distances; the first and the last of its bytes are among them.
constexpr uint64_t kPieceBytes = 4096;
constexpr uint64_t kPieces = 8;

// FNV-1a.
constexpr uint64_t kBasis = 0xcbf29ce484222325u;
uint64_t mixed(uint64_t hash, Bytes bytes) {
  for (const std::byte one : bytes) hash = (hash ^ static_cast<uint8_t>(one)) * 0x100000001b3u;
  return hash;
}

std::string textOf(WireWriter& out) {
  const std::vector<std::byte> bytes = out.take();
  return std::string(asText(bytes));
}

}  // namespace

std::optional<std::string> fileKey(const ByteSource& file) {
  const std::optional<int64_t> changed = file.changedAt();
  if (!changed) return std::nullopt;
  const uint64_t size = file.size();
  uint64_t hash = kBasis;
  std::array<std::byte, kPieceBytes> piece;
  const uint64_t last = size - std::min(size, kPieceBytes);
  for (uint64_t i = 0; i < kPieces; ++i) {
    // last / (kPieces - 1) * i, without an overflow and without a rest.
    const uint64_t at = last / (kPieces - 1) * i + last % (kPieces - 1) * i / (kPieces - 1);
    const auto wanted = static_cast<size_t>(std::min(size, kPieceBytes));
    if (file.read(at, std::span(piece).first(wanted)) != wanted) return std::nullopt;
    hash = mixed(hash, std::span(piece).first(wanted));
  }
  WireWriter out;
  out(size, *changed, hash);
  return textOf(out);
}

std::optional<std::string> traceKey(const FileSet& files, const JoinOptions& how, std::string_view build) {
  WireWriter out;
  out(build, how.text(), how.machine);
  out.put(how.functions);
  // What could not be read of a folder is a warning of the trace.
  out(files.notes(), static_cast<uint64_t>(files.files().size()));
  for (const FileEntry& file : files.files()) {
    const std::optional<std::string> key = fileKey(*file.source);
    if (!key) return std::nullopt;
    out(file.path, file.drop, *key);
  }
  return textOf(out);
}

std::string shortName(std::string_view key) {
  std::array<char, 17> text{};
  const auto bytes = std::as_bytes(std::span(key.data(), key.size()));
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(mixed(kBasis, bytes)));
  return text.data();
}

}  // namespace tp
