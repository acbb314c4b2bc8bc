#include "core/io/byte_source.h"

#include <algorithm>
#include <cstring>

namespace tp {

Bytes ByteSource::view(uint64_t, uint64_t) const {
  return {};
}

MemorySource::MemorySource(std::string_view text) : bytes_(text.size()) {
  if (!text.empty()) std::memcpy(bytes_.data(), text.data(), text.size());
}

size_t MemorySource::read(uint64_t offset, std::span<std::byte> out) const {
  Bytes part = view(offset, out.size());
  if (!part.empty()) std::memcpy(out.data(), part.data(), part.size());
  return part.size();
}

Bytes MemorySource::view(uint64_t offset, uint64_t length) const {
  if (offset >= bytes_.size()) return {};
  return Bytes(bytes_).subspan(offset, std::min<uint64_t>(length, bytes_.size() - offset));
}

std::vector<std::byte> readAll(const ByteSource& source, uint64_t offset, uint64_t length, uint64_t limit) {
  if (offset >= source.size()) return {};
  std::vector<std::byte> out(std::min({length, source.size() - offset, limit}));
  out.resize(source.read(offset, out));
  return out;
}

}  // namespace tp
