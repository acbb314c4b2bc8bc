#include "core/formats/tracecmd/codec.h"

#include <zlib.h>
#include <zstd.h>

namespace tp::tracecmd {
namespace {

// No data that compress better than this are worth believing the size of.
constexpr uint64_t kMostRatio = 5000;
constexpr uint64_t kMostBytes = uint64_t{64} << 20;

}  // namespace

Codec codecNamed(std::string_view name) {
  if (name.empty() || name == "none") return Codec::None;
  if (name == "zstd") return Codec::Zstd;
  if (name == "zlib") return Codec::Zlib;
  return Codec::Unknown;
}

bool decompress(Codec codec, Bytes compressed, uint64_t size, std::vector<std::byte>& out) {
  out.clear();
  if (size > kMostBytes || size > (compressed.size() + 64) * kMostRatio) return false;
  out.resize(static_cast<size_t>(size));
  if (codec == Codec::Zstd) {
    size_t got = ZSTD_decompress(out.data(), out.size(), compressed.data(), compressed.size());
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

}  // namespace tp::tracecmd
