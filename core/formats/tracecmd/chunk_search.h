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

// Whether behind a chunk there is another one or, at `end` of all, nothing more.
enum class ChunkLead : uint8_t { On, Nowhere, Unknown };  // Unknown: that is not at hand

// Of a likely chunk that `data` begins with.
ChunkLead leadOf(Bytes data, const ChunkHead& head, bool end, const TraceFile& file, uint64_t pageSize);

// Where the first chunk from `from` on begins that leads on, or may do so; where there is none, how many bytes begin
// none: at `end` all of them.
size_t findChunk(Bytes data, size_t from, bool end, const TraceFile& file, uint64_t pageSize);

}  // namespace tp::tracecmd
