#include "core/formats/tracecmd/chunk_search.h"

#include <algorithm>

namespace tp::tracecmd {
namespace {

constexpr uint64_t kMaxChunk = uint64_t{64} << 20;

bool beginsAs(Codec codec, uint16_t head) {
  // Both are little endian, whatever the byte order of the trace.
  constexpr uint16_t kZstd = 0xb528;
  bool zlib = (head & 0x0f) == 8 && ((head & 0xff) << 8 | head >> 8) % 31 == 0;
  return codec == Codec::Zstd ? head == kZstd : codec == Codec::Zlib && zlib;
}

}  // namespace

ChunkHead readChunkHead(Bytes data, const TraceFile& file, uint64_t pageSize) {
  ChunkHead out;
  if (data.size() < kChunkHead) return out;
  out.compressed = loadUnchecked<uint32_t>(data.data(), file.endian);
  out.size = loadUnchecked<uint32_t>(data.data() + 4, file.endian);
  uint16_t first = loadUnchecked<uint16_t>(data.data() + kChunkHeader, Endian::Little);
  out.likely = out.compressed > 0 && out.size > 0 && out.size % pageSize == 0 && out.size <= kMaxChunk &&
               out.compressed <= kMaxChunk && beginsAs(file.codec, first);
  return out;
}

ChunkLead leadOf(Bytes data, const ChunkHead& head, bool end, const TraceFile& file, uint64_t pageSize) {
  const size_t rest = data.size() - std::min(data.size(), kChunkHeader);
  if (head.compressed > rest) return end ? ChunkLead::Nowhere : ChunkLead::Unknown;
  // Bytes that are left over after a list of chunks are too few for a chunk.
  const size_t left = rest - head.compressed;
  if (left < kChunkHead) return end ? ChunkLead::On : ChunkLead::Unknown;
  return readChunkHead(data.last(left), file, pageSize).likely ? ChunkLead::On : ChunkLead::Nowhere;
}

size_t findChunk(Bytes data, size_t from, bool end, const TraceFile& file, uint64_t pageSize) {
  size_t at = from;
  for (; at + kChunkHead <= data.size(); ++at) {
    const Bytes rest = data.subspan(at);
    const ChunkHead head = readChunkHead(rest, file, pageSize);
    if (head.likely && leadOf(rest, head, end, file, pageSize) != ChunkLead::Nowhere) return at;
  }
  return end ? data.size() : std::min(at, data.size());
}

}  // namespace tp::tracecmd
