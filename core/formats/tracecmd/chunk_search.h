// The chunks that compressed data of CPUs and texts are made of, and how one is known where nothing told of it.
#pragma once

#include "core/formats/tracecmd/trace_file.h"

namespace tp::tracecmd {

// Sizes, compressed and not, before the compressed bytes; with the first of these, by which a codec is known.
inline constexpr size_t kChunkHeader = 8;
inline constexpr size_t kChunkHead = kChunkHeader + 2;

struct ChunkHead {
  uint32_t compressed = 0;
  uint32_t size = 0;
  bool likely = false;
};

// `data` begins with the chunk; of fewer than kChunkHead bytes none is likely.
ChunkHead readChunkHead(Bytes data, const TraceFile& file, uint64_t pageSize);

// Where the first chunk from `from` on begins that leads to another one or, at `end`, to the end of the data;
// data.size() where there is none.
size_t findChunk(Bytes data, size_t from, bool end, const TraceFile& file, uint64_t pageSize);

}  // namespace tp::tracecmd
