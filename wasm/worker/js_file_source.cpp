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

struct Block {
  int file = -1;
  uint64_t offset = 0;
  std::vector<std::byte> bytes;
};
Block block;

size_t readDirectly(int file, uint64_t offset, std::byte* out, size_t length) {
  int got = tp_read_file(file, static_cast<double>(offset), out, static_cast<int>(length));
  return got > 0 ? static_cast<size_t>(got) : 0;
}

}  // namespace

size_t JsFileSource::read(uint64_t offset, std::span<std::byte> out) const {
  if (offset >= size_) return 0;
  size_t length = static_cast<size_t>(std::min<uint64_t>(out.size(), size_ - offset));
  if (length >= kBlock) return readDirectly(number_, offset, out.data(), length);
  if (block.file != number_ || offset < block.offset || offset + length > block.offset + block.bytes.size()) {
    block.file = number_;
    block.offset = offset;
    block.bytes.resize(static_cast<size_t>(std::min<uint64_t>(kBlock, size_ - offset)));
    block.bytes.resize(readDirectly(number_, offset, block.bytes.data(), block.bytes.size()));
  }
  length = std::min(length, block.bytes.size() - static_cast<size_t>(offset - block.offset));
  std::memcpy(out.data(), block.bytes.data() + (offset - block.offset), length);
  return length;
}

}  // namespace tp::wasm
