#include "core/session/kept/kept_file.h"

#include <zstd.h>

#include <algorithm>
#include <memory>

#include "core/io/wire.h"

namespace tp {
namespace {

constexpr std::string_view kMagic = "tpindex\n";
// Of this layout; what the index looks like inside depends on the program, which the key names.
constexpr uint32_t kVersion = 1;
// For little more bytes than higher levels, this is several times as fast.
constexpr int kLevel = 1;

bool readStart(WireReader& in, std::string& name) {
  std::string magic;
  uint32_t version = 0;
  in(magic, version, name);
  return !in.failed() && magic == kMagic && version == kVersion;
}

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

}  // namespace

bool writeKeptFile(const KeptHead& head, Bytes index, const std::function<void(std::string_view)>& out) {
  if (index.empty() || uint64_t{index.size()} > kMaxKeptBytes) return false;
  WireWriter start;
  start(kMagic, kVersion, head.name, head.key, static_cast<uint64_t>(index.size()));
  const std::vector<std::byte> bytes = start.take();
  out(asText(bytes));
  const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
  if (!context) return false;
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_setPledgedSrcSize(context.get(), index.size());
  std::vector<char> room(ZSTD_CStreamOutSize());
  ZSTD_inBuffer from{index.data(), index.size(), 0};
  uint64_t packed = 0;
  for (size_t left = 1; left != 0;) {
    ZSTD_outBuffer to{room.data(), room.size(), 0};
    left = ZSTD_compressStream2(context.get(), &to, &from, ZSTD_e_end);
    if (ZSTD_isError(left) != 0) return false;
    packed += to.pos;
    out({room.data(), to.pos});
  }
  return index.size() / kMaxKeptRatio <= packed;
}

std::optional<std::vector<std::byte>> readKeptFile(Bytes file, std::string_view key) {
  WireReader in(file);
  std::string name, own;
  uint64_t size = 0;
  if (!readStart(in, name)) return std::nullopt;
  in(own, size);
  if (in.failed() || own != key) return std::nullopt;
  const Bytes frame = file.last(in.remaining());
  if (size == 0 || size > kMaxKeptBytes || size / kMaxKeptRatio > frame.size()) return std::nullopt;
  if (ZSTD_getFrameContentSize(frame.data(), frame.size()) != size) return std::nullopt;
  // One frame and nothing else, so that its checksum is of all.
  if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size()) return std::nullopt;
  std::vector<std::byte> index(static_cast<size_t>(size));
  if (ZSTD_decompress(index.data(), index.size(), frame.data(), frame.size()) != size) return std::nullopt;
  return index;
}

std::optional<std::string> keptName(Bytes begin) {
  WireReader in(begin);
  std::string name;
  return readStart(in, name) ? std::optional(std::move(name)) : std::nullopt;
}

}  // namespace tp
