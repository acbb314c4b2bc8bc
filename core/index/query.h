// The visible-range query: the marks that a track shows for a span of time at a level of detail.
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

// What is cached of a stream's chunks for a span of time; the same for all its lanes.
struct ChunksInView {
  Time begin = 0, end = -1;
  int level = -1;
  bool tooMany = false;                       // use the base level instead
  std::vector<const ChunkDetail*> details;    // of the chunks that have any
  std::vector<std::pair<Time, Time>> coarse;  // spans of those without, in order
};

// Queries of one frame: neither the index nor the cache may change while it lives, and both must outlive it.
class ViewQuery {
 public:
  ViewQuery(const TraceIndex& index, DetailCache& cache) : index_(index), cache_(cache) {}

  // Appends to `out` the marks of one lane that touch [begin, end] and are shown at `level` (2^level units are at most
  // one pixel): each slice of a pixel or longer by itself, shorter ones aggregated with their neighbours. Below the
  // stream's base level, details come from the cache; where they are missing, the base level is used and missing()
  // lists the chunk. The cost depends on what is shown, not on the length of the trace.
  void lane(const Lane& lane, Time begin, Time end, int level, std::vector<Mark>& out);

  // In no order; a chunk may occur more than once.
  const std::vector<MissingDetail>& missing() const { return missing_; }

 private:
  const ChunksInView& chunks(uint32_t stream, Time begin, Time end, int level);

  const TraceIndex& index_;
  DetailCache& cache_;
  std::vector<ChunksInView> views_;  // by stream, for its last span
  std::vector<MissingDetail> missing_;
};

}  // namespace tp
