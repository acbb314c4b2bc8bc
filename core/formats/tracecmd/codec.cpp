#include "core/formats/tracecmd/codec.h"

#include <zlib.h>
#include <zstd.h>

namespace tp::tracecmd {
namespace {

// Sizes that claim a higher ratio of compression are not believed.
constexpr uint64_t kMaxRatio = 5000;
constexpr uint64_t kMaxBytes = uint64_t{64} << 20;

}  // namespace

Codec codecNamed(std::string_view name) {
  if (name.empty() || name == "none") return Codec::None;
  if (name == "zstd") return Codec::Zstd;
  if (name == "zlib") return Codec::Zlib;
  return Codec::Unknown;
}

void Decompressor::FreeContext::operator()(ZSTD_DCtx_s* context) const {
  ZSTD_freeDCtx(context);
}

bool Decompressor::decompress(Codec codec, Bytes compressed, uint64_t size, Unpacked& unpacked) {
  std::span<std::byte> out = unpacked.room(0);
  if (size > kMaxBytes || size > (compressed.size() + 64) * kMaxRatio) return false;
  out = unpacked.room(static_cast<size_t>(size));
  if (codec == Codec::Zstd) {
    if (!context_) context_.reset(ZSTD_createDCtx());
    if (!context_) return false;
    size_t got = ZSTD_decompressDCtx(context_.get(), out.data(), out.size(), compressed.data(), compressed.size());
    return ZSTD_isError(got) == 0 && got == out.size();
  }
  if (codec == Codec::Zlib) {
    uLongf got = static_cast<uLongf>(out.size());
    int status = uncompress(reinterpret_cast<Bytef*>(out.data()), &got,
                            reinterpret_cast<const Bytef*>(compressed.data()), static_cast<uLong>(compressed.size()));
    return status == Z_OK && got == out.size();
  }
  return false;
}

bool decompress(Codec codec, Bytes compressed, uint64_t size, std::vector<std::byte>& out) {
  Unpacked unpacked;
  bool good = Decompressor().decompress(codec, compressed, size, unpacked);
  out.clear();
  if (good) out.assign(unpacked.bytes().begin(), unpacked.bytes().end());
  return good;
}

bool compress(Codec codec, Bytes plain, std::vector<std::byte>& out) {
  out.clear();
  if (codec == Codec::Zstd) {
    out.resize(ZSTD_compressBound(plain.size()));
    const size_t size = ZSTD_compress(out.data(), out.size(), plain.data(), plain.size(), ZSTD_CLEVEL_DEFAULT);
    out.resize(ZSTD_isError(size) != 0 ? 0 : size);
  } else if (codec == Codec::Zlib) {
    uLongf size = compressBound(static_cast<uLong>(plain.size()));
    out.resize(size);
    const int status = ::compress(reinterpret_cast<Bytef*>(out.data()), &size,
                                  reinterpret_cast<const Bytef*>(plain.data()), static_cast<uLong>(plain.size()));
    out.resize(status == Z_OK ? size : 0);
  }
  return !out.empty();
}

}  // namespace tp::tracecmd
