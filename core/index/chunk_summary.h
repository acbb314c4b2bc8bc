// The chunks of a stream, as the index has them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/trace/trace_info.h"

namespace tp {

// One chunk of a stream: 32 768 records or more, only the last may have fewer, that decode on their own. Its slices are
// those that end in it.
struct ChunkSummary {
  Time begin = 0;        // of its first record
  Time end = 0;          // of its last record
  uint64_t records = 0;  // rows of the event table: without derived and unlisted records
  // Times of its first and last row, each raised to that of the latest row before it. Rows are sorted by these.
  Time rowBegin = 0;
  Time rowEnd = 0;
};

// Returns the first chunk that ends at a time or later; their number if there is none.
inline size_t chunkAt(std::span<const ChunkSummary> chunks, Time time) {
  const auto first = std::lower_bound(chunks.begin(), chunks.end(), time,
                                      [](const ChunkSummary& chunk, Time at) { return chunk.end < at; });
  return static_cast<size_t>(first - chunks.begin());
}

}  // namespace tp
