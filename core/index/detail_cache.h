// A cache of the details of chunks, which were decoded again to be drawn: bounded in bytes, the least recently used are
// dropped first.
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
  // `budget` is in bytes.
  explicit DetailCache(uint64_t budget) : budget_(budget) {}

  // Returns null if the chunk is not cached; valid until put(). Counts as a use.
  const ChunkDetail* find(ChunkId id);
  // Replaces what is cached of the chunk. A detail larger than the whole budget is kept until the next put().
  void put(ChunkDetail detail);
  uint64_t bytes() const { return bytes_; }

 private:
  uint64_t budget_;
  uint64_t bytes_ = 0;
  std::list<ChunkDetail> order_;  // most recently used first
  std::unordered_map<uint64_t, std::list<ChunkDetail>::iterator> byId_;
};

}  // namespace tp
