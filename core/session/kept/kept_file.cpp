#include "core/session/kept/kept_file.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "core/io/wire.h"
#include "core/session/kept/index_blocks.h"

namespace tp {
namespace {

constexpr std::string_view kMagic = "tpindex\n";
// Of this layout; what the index looks like inside depends on the program, which the key names.
constexpr uint32_t kVersion = 2;
// For little more bytes than higher levels, this is several times as fast.
constexpr int kLevel = 1;

bool readStart(WireReader& in, std::string& name) {
  std::string magic;
  uint32_t version = 0;
  in(magic, version, name);
  return !in.failed() && magic == kMagic && version == kVersion;
}

struct FreeUnpacker {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// Puts blocks together from what is unpacked: the size of each as 32 bits, then its bytes.
class Blocks {
 public:
  explicit Blocks(const std::function<bool(Bytes)>& take) : take_(take) {}

  // Returns false if these bytes are not of blocks, or one was not taken.
  bool add(Bytes bytes) {
    while (!bytes.empty()) {
      if (sized_ < sizeof size_) {
        const size_t count = std::min(bytes.size(), sizeof size_ - sized_);
        std::memcpy(reinterpret_cast<std::byte*>(&size_) + sized_, bytes.data(), count);
        sized_ += count;
        bytes = bytes.subspan(count);
        if (sized_ == sizeof size_ && (size_ == 0 || size_ > kMaxBlockBytes)) return false;
        continue;
      }
      const size_t count = std::min(bytes.size(), size_ - block_.size());
      block_.insert(block_.end(), bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(count));
      bytes = bytes.subspan(count);
      if (block_.size() < size_) continue;
      if (!take_(block_)) return false;
      block_.clear();
      sized_ = 0;
    }
    return true;
  }
  bool between() const { return sized_ == 0; }

 private:
  const std::function<bool(Bytes)>& take_;
  uint32_t size_ = 0;
  size_t sized_ = 0;  // bytes of size_ that are known
  std::vector<std::byte> block_;
};

}  // namespace

struct KeptFileWriter::Packer {
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> context{ZSTD_createCCtx()};
  std::vector<char> room = std::vector<char>(ZSTD_CStreamOutSize());
};

KeptFileWriter::KeptFileWriter(const KeptHead& head, std::function<void(std::string_view)> out)
    : out_(std::move(out)), packer_(std::make_unique<Packer>()) {
  WireWriter start;
  start(kMagic, kVersion, head.name, head.key);
  const std::vector<std::byte> bytes = start.take();
  out_(asText(bytes));
  if (!packer_->context) return;
  ZSTD_CCtx_setParameter(packer_->context.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(packer_->context.get(), ZSTD_c_checksumFlag, 1);
}
KeptFileWriter::~KeptFileWriter() = default;

bool KeptFileWriter::pack(Bytes bytes, bool last) {
  if (!packer_->context) return false;
  ZSTD_inBuffer from{bytes.data(), bytes.size(), 0};
  for (bool more = true; more;) {
    ZSTD_outBuffer to{packer_->room.data(), packer_->room.size(), 0};
    const size_t left = ZSTD_compressStream2(packer_->context.get(), &to, &from, last ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(left) != 0) return false;
    packed_ += to.pos;
    if (to.pos > 0) out_({packer_->room.data(), to.pos});
    more = last ? left != 0 : from.pos < from.size;
  }
  return true;
}

bool KeptFileWriter::put(Bytes block) {
  const auto size = static_cast<uint32_t>(block.size());
  bytes_ += sizeof size + block.size();
  if (block.empty() || uint64_t{block.size()} > kMaxBlockBytes || bytes_ > kMaxKeptBytes) return false;
  return pack(std::as_bytes(std::span(&size, 1)), false) && pack(block, false);
}

bool KeptFileWriter::finish() {
  return pack({}, true) && bytes_ / kMaxKeptRatio <= packed_;
}

bool readKeptFile(Bytes file, std::string_view key, const std::function<bool(Bytes)>& take) {
  WireReader in(file);
  std::string name, own;
  if (!readStart(in, name)) return false;
  in(own);
  if (in.failed() || own != key) return false;
  const Bytes frame = file.last(in.remaining());
  // One frame and nothing else, so that its checksum is of all.
  if (frame.empty() || ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size()) return false;
  const std::unique_ptr<ZSTD_DCtx, FreeUnpacker> context(ZSTD_createDCtx());
  if (!context) return false;
  std::vector<std::byte> room(ZSTD_DStreamOutSize());
  const uint64_t most = std::min(kMaxKeptBytes, kMaxKeptRatio * frame.size());
  Blocks blocks(take);
  uint64_t bytes = 0;
  ZSTD_inBuffer from{frame.data(), frame.size(), 0};
  for (size_t left = 1; left != 0;) {
    ZSTD_outBuffer to{room.data(), room.size(), 0};
    left = ZSTD_decompressStream(context.get(), &to, &from);
    bytes += to.pos;
    if (ZSTD_isError(left) != 0 || bytes > most || (left != 0 && to.pos == 0 && from.pos == from.size)) return false;
    if (!blocks.add(Bytes(room).first(to.pos))) return false;
  }
  return blocks.between();
}

std::optional<std::string> keptName(Bytes begin) {
  WireReader in(begin);
  std::string name;
  return readStart(in, name) ? std::optional(std::move(name)) : std::nullopt;
}

}  // namespace tp
