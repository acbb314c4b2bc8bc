// The chunks in which compressed data of CPUs, and compressed texts, are stored, and how to find one by its content.
#pragma once

#include "core/formats/tracecmd/trace_file.h"

namespace tp::tracecmd {

// kChunkHeader is the size in bytes of a chunk's header: the compressed and the uncompressed size. kChunkHead includes
// the first two bytes of the compressed data, by which a codec is recognised.
inline constexpr size_t kChunkHeader = 8;
inline constexpr size_t kChunkHead = kChunkHeader + 2;

struct ChunkHead {
  uint32_t compressed = 0;
  uint32_t size = 0;
  bool likely = false;
};

// Reads the head of the chunk with which `data` begins. `likely` is false in the result if it is no plausible chunk, or
// if `data` has fewer than kChunkHead bytes. `pageSize` is in bytes.
ChunkHead readChunkHead(Bytes data, const TraceFile& file, uint64_t pageSize);

// Whether a chunk is followed by another one or, if `end` is set, by the end of the data. Unknown if the bytes behind
// it are not at hand.
enum class ChunkLead : uint8_t { On, Nowhere, Unknown };

// Judges the likely chunk with which `data` begins. `end` is true if no data follow.
ChunkLead leadOf(Bytes data, const ChunkHead& head, bool end, const TraceFile& file, uint64_t pageSize);

// Returns the position of the first chunk from `from` on that is followed by another one, or may be. If there is none,
// returns the number of leading bytes in which none begins: with `end`, all of them.
size_t findChunk(Bytes data, size_t from, bool end, const TraceFile& file, uint64_t pageSize);

}  // namespace tp::tracecmd
