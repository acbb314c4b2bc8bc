// The visible-range query: what a track shows of a span of time at a level of detail.
#pragma once

#include <vector>

#include "core/index/detail_cache.h"
#include "core/index/trace_index.h"

namespace tp {

// A chunk whose details would make the answer finer.
struct MissingDetail {
  ChunkId id;
  int level = 0;
  Time middle = 0;  // of the chunk
};

// Appends to `out` the marks of one lane that touch [begin, end] and stand at `level` (one pixel is 2^level units or
// more): each slice of a pixel or longer on its own, what is shorter folded with its neighbours. Below the stream's
// base level, details come from the cache; where they are not there, the base level stands in and `missing` says so.
// The cost follows what is shown, whatever the length of the trace.
void queryLane(const TraceIndex& index, const Lane& lane, Time begin, Time end, int level, DetailCache& cache,
               std::vector<Mark>& out, std::vector<MissingDetail>& missing);

}  // namespace tp
