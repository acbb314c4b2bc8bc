#include "wasm/worker/js_file_source.h"

#include <emscripten.h>

#include <algorithm>
#include <cstring>

// Offsets are doubles because integers would end at 32 bits here; files are small enough for doubles to be exact.
EM_JS(int, tp_read_file, (int file, double offset, void* out, int length),
      { return Module.readFile(file, offset, out >>> 0, length >>> 0); });

namespace tp::wasm {
namespace {

// A read costs a millisecond whatever its size, and metadata is read in small steps, so small reads fetch a whole
// block.
constexpr size_t kBlock = size_t{256} << 10;

size_t readDirectly(int file, uint64_t offset, std::byte* out, size_t length) {
  int got = tp_read_file(file, static_cast<double>(offset), out, static_cast<int>(length));
  return got > 0 ? static_cast<size_t>(got) : 0;
}

}  // namespace

size_t JsFileSource::read(uint64_t offset, std::span<std::byte> out) const {
  if (offset >= size_) return 0;
  size_t length = static_cast<size_t>(std::min<uint64_t>(out.size(), size_ - offset));
  if (length >= kBlock) return readDirectly(number_, offset, out.data(), length);
  if (block_.file != number_ || offset < block_.offset || offset + length > block_.offset + block_.bytes.size()) {
    block_.file = number_;
    block_.offset = offset;
    block_.bytes.resize(static_cast<size_t>(std::min<uint64_t>(kBlock, size_ - offset)));
    block_.bytes.resize(readDirectly(number_, offset, block_.bytes.data(), block_.bytes.size()));
  }
  length = std::min(length, block_.bytes.size() - static_cast<size_t>(offset - block_.offset));
  std::memcpy(out.data(), block_.bytes.data() + (offset - block_.offset), length);
  return length;
}

}  // namespace tp::wasm
