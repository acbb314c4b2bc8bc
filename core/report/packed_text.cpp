#include "core/report/packed_text.h"

#include <zlib.h>

#include <cstdint>

namespace tp {
namespace {

// As gzip has it, without a name or a time.
std::optional<std::string> squeezed(Bytes bytes) {
  constexpr int kGzip = 15 + 16, kMemory = 8;
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    return std::nullopt;
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return whole ? std::optional(std::move(out)) : std::nullopt;
}

std::string base64(const std::string& bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    uint32_t three = 0;
    for (size_t i = 0; i < 3; ++i)
      three = three << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0u);
    for (size_t i = 0; i < 4; ++i) out += at + i > bytes.size() ? '=' : kDigits[three >> (18 - 6 * i) & 63];
  }
  return out;
}

}  // namespace

std::optional<std::string> packedText(Bytes bytes) {
  const std::optional<std::string> packed = squeezed(bytes);
  return packed ? std::optional(base64(*packed)) : std::nullopt;
}

}  // namespace tp
