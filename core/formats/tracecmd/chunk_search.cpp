#include "core/formats/tracecmd/chunk_search.h"

namespace tp::tracecmd {
namespace {

constexpr uint64_t kMostChunk = uint64_t{64} << 20;

bool beginsAs(Codec codec, uint16_t head) {
  // Both are little endian, whatever the trace is.
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
  out.likely = out.compressed > 0 && out.size > 0 && out.size % pageSize == 0 && out.size <= kMostChunk &&
               out.compressed <= kMostChunk && beginsAs(file.codec, first);
  return out;
}

size_t findChunk(Bytes data, size_t from, bool end, const TraceFile& file, uint64_t pageSize) {
  for (size_t at = from; at + kChunkHead <= data.size(); ++at) {
    ChunkHead head = readChunkHead(data.subspan(at), file, pageSize);
    if (!head.likely) continue;
    if (head.compressed > data.size() - at - kChunkHeader) {
      if (end) continue;
      return data.size();
    }
    size_t next = at + kChunkHeader + head.compressed;
    // What is left over of a list of chunks is less than one.
    bool last = end && data.size() - next < kChunkHead;
    if (last || readChunkHead(data.subspan(next), file, pageSize).likely) return at;
    if (!end && data.size() - next < kChunkHead) return data.size();
  }
  return data.size();
}

}  // namespace tp::tracecmd
