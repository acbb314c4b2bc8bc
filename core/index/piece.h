// What a piece of the index says of a stream, before the lanes that have changed, and of each of them, before its
// marks.
#pragma once

#include <cstdint>
#include <vector>

#include "core/index/loss_place.h"
#include "core/index/trace_index.h"
#include "core/io/wire.h"

namespace tp {

struct StreamPiece {
  uint32_t stream = 0;
  uint64_t bytesDone = 0;
  uint64_t rows = 0;
  uint64_t lossRows = 0;  // those of `rows` that report lost records
  Time lost = 0;          // RecordedTime::lost()
  int32_t baseLevel = 0;
  bool done = false;
  uint32_t firstChunk = 0;  // these chunks replace those from here on
  std::vector<ChunkSummary> chunks;
  bool drawn = false;  // it has anything to draw

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.stream, self.bytesDone, self.rows, self.lossRows, self.lost, self.baseLevel, self.done);
    wire(self.firstChunk, self.chunks, self.drawn);
  }
};

struct LanePiece {
  TrackId track = kNoTrack;  // the worker's
  uint16_t maxDepth = 0;
  uint64_t slices = 0;
  uint64_t lostPlaces = 0;
  uint64_t lostRecords = 0;
  std::vector<LossPlace> newPlaces;  // further places of losses

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.track, self.maxDepth, self.slices, self.lostPlaces, self.lostRecords, self.newPlaces);
  }
};

}  // namespace tp
