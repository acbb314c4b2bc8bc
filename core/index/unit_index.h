// What a worker knows of one unit (a stream or a merge) that it has indexed, as a value: another worker that has opened
// the same trace answers questions from it as if it had indexed the unit itself.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/decode/record_driver.h"
#include "core/index/chunk_summary.h"
#include "core/index/lane_builder.h"
#include "core/index/recorded_time.h"

namespace tp {

// What is needed to decode one chunk again.
struct ChunkStart {
  Checkpoint checkpoint;
  std::vector<std::pair<TrackId, LaneState>> lanes;  // those with open slices, or with records in the chunk
  std::vector<TrackId> tracks;                       // those with records in the chunk; known once it has ended
  uint64_t records = 0;                              // in the chunk, derived ones included

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.checkpoint, self.lanes, self.tracks, self.records);
  }
};

struct UnitIndex {
  // What the numbers of the checkpoints are to the unit's driver, for RecordDriver::restore(). Not in layout(): in
  // joined traces they are those of a part (TraceReader::numbersOfTrace()).
  NumberMap numbers;
  std::vector<ChunkStart> chunks;
  std::vector<ChunkSummary> summaries;  // of the chunks
  RecordedTime recorded;
  uint64_t bytes = 0;     // that were read
  uint64_t records = 0;   // rows of the table of events
  uint64_t lossRows = 0;  // those of them that report lost records
  Time begin = 0, now = 0;
  bool started = false;  // anything was drawn
  std::vector<TrackId> tracks;
  int32_t baseLevel = 0;
  uint16_t maxDepth = 0;

  // Without the chunks.
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.recorded);
    wire(self.bytes, self.records, self.lossRows, self.begin, self.now, self.started);
    wire(self.tracks, self.baseLevel, self.maxDepth);
  }
};

}  // namespace tp
