// Details of chunks that were decoded again because somebody looks at them: kept up to a budget, the least recently
// used go first.
#pragma once

#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

#include "core/index/mark.h"
#include "core/trace/tracks.h"

namespace tp {

struct ChunkId {
  uint32_t stream = 0;
  uint32_t chunk = 0;
  uint64_t packed() const { return uint64_t{stream} << 32 | chunk; }
};

struct ChunkDetail {
  ChunkId id;
  int level = 0;
  struct Lane {
    TrackId track = kNoTrack;
    std::vector<Mark> marks;  // by end time
  };
  std::vector<Lane> lanes;
  uint64_t bytes = 0;
};

class DetailCache {
 public:
  explicit DetailCache(uint64_t budget) : budget_(budget) {}

  // Null where there is none. Counts as a use.
  const ChunkDetail* find(ChunkId id);
  // Replaces what there was of the chunk. One that is larger than the whole budget is kept until the next.
  void put(ChunkDetail detail);
  uint64_t bytes() const { return bytes_; }

 private:
  uint64_t budget_;
  uint64_t bytes_ = 0;
  std::list<ChunkDetail> order_;  // most recently used first
  std::unordered_map<uint64_t, std::list<ChunkDetail>::iterator> byId_;
};

}  // namespace tp
