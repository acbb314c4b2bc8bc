// Decodes one chunk again, on its own, for whoever needs its records: details, a description, statistics.
#pragma once

#include <memory>
#include <optional>
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
  // After that: all of its records were there. False where its file has been cut, say.
  bool whole() const { return restored_ && left_ == 0; }
  // After that: the next chunk of the stream, from where the driver stands, in pieces of so many bytes. False, and
  // nothing happens, where the last one is not through.
  bool goOn(const ChunkStart& next, size_t pieceBytes);
  // As RecordDriver has it.
  RecordDriver::Origin describe(const RecordBatch& batch, uint32_t at, EventRow& row) {
    return base_ == 0 ? driver_->describe(batch, at, row) : driver_->describe(*whole_, base_ + at, row);
  }
  NameId rowName(const RecordBatch& batch, uint32_t at) const {
    return base_ == 0 ? driver_->rowName(batch, at) : driver_->rowName(*whole_, base_ + at);
  }
  void setNeedle(const WantedText& wanted) { driver_->setNeedle(wanted); }
  bool mayMatch(const RecordBatch& batch, uint32_t at) {
    return base_ == 0 ? driver_->mayMatch(batch, at) : driver_->mayMatch(*whole_, base_ + at);
  }

 private:
  std::unique_ptr<RecordDriver> driver_;
  const FileSet& files_;
  size_t pieceBytes_;
  bool restored_;
  uint64_t left_;
  // A batch of which some belongs to the next chunk.
  std::unique_ptr<RecordBatch> whole_;
  uint32_t rest_ = 0;  // where that begins; 0: there is none
  uint32_t base_ = 0;  // where the caller's batch begins in it; 0: that is the driver's own
};

// Chunk after chunk: one that follows on the one before is decoded on from there, and the file read on in large pieces.
class ChunkRun {
 public:
  // `wanted`: what the chunks are searched for; it outlives the run.
  explicit ChunkRun(size_t pieceBytes = size_t{2} << 20, const WantedText* wanted = nullptr)
      : pieceBytes_(pieceBytes), wanted_(wanted) {}

  // From the chunk's beginning; holds until the next call. What is given outlives the run.
  ChunkReplay& chunk(TraceReader& reader, size_t stream, const FileSet& files, const StreamIndexer& indexer,
                     size_t number);

 private:
  size_t pieceBytes_;
  const WantedText* wanted_;
  std::optional<ChunkReplay> replay_;
  size_t stream_ = 0;
  size_t next_ = 0;
};

struct LaneMarks {
  TrackId track = kNoTrack;
  std::vector<Mark> marks;
};

// What the chunk shows at one level of detail: the marks that end in it, by end time, lane by lane. `begin`: of the
// stream; `whole`: as ChunkReplay has it.
std::vector<LaneMarks> chunkMarks(TraceReader& reader, size_t stream, const FileSet& files, const ChunkStart& start,
                                  Time begin, int level, bool& whole);

}  // namespace tp
