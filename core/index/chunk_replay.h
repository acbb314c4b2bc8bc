// Decodes one chunk again, on its own, for whoever needs its records: details, a description, statistics.
#pragma once

#include <utility>
#include <vector>

#include "core/index/stream_indexer.h"

namespace tp {

class ChunkReplay {
 public:
  // All of them outlive the replay. `source` is the stream's file.
  ChunkReplay(TraceReader& reader, size_t stream, const ByteSource& source, const ChunkStart& start);

  // The chunk's next records; false after the last one.
  bool next(RecordBatch& batch);
  // For describe(), before the next call of next().
  StreamDecoder& decoder() { return driver_.decoder(); }

 private:
  StreamDriver driver_;
  const ByteSource& source_;
  uint64_t left_;
};

struct LaneMarks {
  TrackId track = kNoTrack;
  std::vector<Mark> marks;
};

// What the chunk shows at one level of detail: the marks that end in it, by end time, lane by lane.
std::vector<LaneMarks> chunkMarks(TraceReader& reader, size_t stream, const ByteSource& source, const ChunkStart& start,
                                  int level);

}  // namespace tp
