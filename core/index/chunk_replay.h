// Decodes one chunk again, on its own, for whoever needs its records: details, a description, statistics.
#pragma once

#include <utility>
#include <vector>

#include "core/index/stream_indexer.h"

namespace tp {

class ChunkReplay {
 public:
  // All of them outlive the replay.
  ChunkReplay(TraceReader& reader, size_t stream, const FileSet& files, const ChunkStart& start);

  // The chunk's next records; false after the last one.
  bool next(RecordBatch& batch);
  // As RecordDriver has it.
  RecordDriver::Origin describe(const RecordBatch& batch, uint32_t at, EventRow& row) {
    return driver_->describe(batch, at, row);
  }
  NameId rowName(const RecordBatch& batch, uint32_t at) const { return driver_->rowName(batch, at); }

 private:
  std::unique_ptr<RecordDriver> driver_;
  const FileSet& files_;
  uint64_t left_;
};

struct LaneMarks {
  TrackId track = kNoTrack;
  std::vector<Mark> marks;
};

// What the chunk shows at one level of detail: the marks that end in it, by end time, lane by lane. `begin`: of the
// stream.
std::vector<LaneMarks> chunkMarks(TraceReader& reader, size_t stream, const FileSet& files, const ChunkStart& start,
                                  Time begin, int level);

}  // namespace tp
