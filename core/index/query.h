// The visible-range query: what a track shows of a span of time at a level of detail.
#pragma once

#include <utility>
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

// What there is of a stream's chunks for a span of time: the same for all its lanes.
struct ChunksInView {
  Time begin = 0, end = -1;
  int level = -1;
  bool tooMany = false;                       // the base level has to do
  std::vector<const ChunkDetail*> details;    // of the chunks that have any
  std::vector<std::pair<Time, Time>> coarse;  // spans of those without, in order
};

// Queries of one moment: neither the index nor the cache changes while it lives, and both outlive it.
class ViewQuery {
 public:
  ViewQuery(const TraceIndex& index, DetailCache& cache) : index_(index), cache_(cache) {}

  // Appends to `out` the marks of one lane that touch [begin, end] and stand at `level` (one pixel is 2^level units or
  // more): each slice of a pixel or longer on its own, what is shorter folded with its neighbours. Below the stream's
  // base level, details come from the cache; where they are not there, the base level stands in and missing() says so.
  // The cost follows what is shown, whatever the length of the trace.
  void lane(const Lane& lane, Time begin, Time end, int level, std::vector<Mark>& out);

  // In no order; a chunk may be among them more than once.
  const std::vector<MissingDetail>& missing() const { return missing_; }

 private:
  const ChunksInView& chunks(uint32_t stream, Time begin, Time end, int level);

  const TraceIndex& index_;
  DetailCache& cache_;
  std::vector<ChunksInView> views_;  // by stream, of the last span that was asked for
  std::vector<MissingDetail> missing_;
};

}  // namespace tp
