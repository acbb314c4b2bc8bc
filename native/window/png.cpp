#include "native/window/png.h"

#include <zlib.h>

namespace tp::native {
namespace {

void appendBig(std::string& out, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 255);
}

void appendChunk(std::string& out, const std::string& type, const std::string& data) {
  appendBig(out, static_cast<uint32_t>(data.size()));
  std::string body = type + data;
  out += body;
  uLong sum = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  appendBig(out, static_cast<uint32_t>(sum));
}

}  // namespace

std::string encodePng(const std::vector<uint8_t>& rgb, uint32_t width, uint32_t height) {
  // Each row is the difference to the one above it, because most rows are the same.
  size_t row = size_t{width} * 3;
  std::string raw;
  raw.reserve((row + 1) * height);
  for (size_t y = 0; y < height; ++y) {
    raw += static_cast<char>(2);
    for (size_t x = 0; x < row; ++x) raw += static_cast<char>(rgb[y * row + x] - (y > 0 ? rgb[(y - 1) * row + x] : 0));
  }
  uLongf size = compressBound(static_cast<uLong>(raw.size()));
  std::string packed(size, '\0');
  compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(raw.data()),
            static_cast<uLong>(raw.size()), 6);
  packed.resize(size);
  std::string header;
  appendBig(header, width);
  appendBig(header, height);
  header += std::string("\x08\x02\0\0\0", 5);  // eight bits, RGB
  std::string out = "\x89PNG\r\n\x1a\n";
  appendChunk(out, "IHDR", header);
  appendChunk(out, "IDAT", packed);
  appendChunk(out, "IEND", {});
  return out;
}

}  // namespace tp::native
