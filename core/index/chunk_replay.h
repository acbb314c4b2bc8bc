// Decodes one chunk again, on its own: for details, a description, statistics.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/index/stream_indexer.h"

namespace tp {

// The records of one chunk.
class ChunkReplay {
 public:
  // `numbers` are those of the indexer that has the chunk. `reader` and `files` must outlive the replay.
  ChunkReplay(TraceReader& reader, size_t stream, const FileSet& files, const ChunkStart& start,
              const NumberMap& numbers);

  // Decodes the chunk's next records; returns false after the last one.
  bool next(RecordBatch& batch);
  // Decodes the chunk's remaining records. Calls `visit(record, describe)` for each: describe() returns what the record
  // shows, as far as that is cheap to tell (EventRow::sparing), which is valid until the next record.
  template <class Visit>
  void eachRecord(Visit&& visit) {
    RecordBatch batch;
    EventRow row;
    row.sparing = true;
    while (next(batch)) {
      for (uint32_t i = 0; i < batch.count; ++i) {
        visit(batch.records[i], [&]() -> const EventRow& {
          row.clear();
          describe(batch, i, row);
          return row;
        });
      }
    }
  }
  // After next() has returned false: whether all of the chunk's records were there. False if its file was cut, for
  // example.
  bool whole() const { return restored_ && recordsLeft_ == 0; }
  // Continues with the stream's next chunk from where the driver stands, and reads pieces of at least `pieceBytes`.
  // Returns false and does nothing if the current chunk has not been read to its end.
  bool goOn(const ChunkStart& next, size_t pieceBytes);
  // These are as in RecordDriver, for the last batch.
  RecordDriver::Origin describe(const RecordBatch& batch, uint32_t at, EventRow& row) {
    return base_ == 0 ? driver_->describe(batch, at, row) : driver_->describe(*whole_, base_ + at, row);
  }
  NameId rowName(const RecordBatch& batch, uint32_t at) const {
    return base_ == 0 ? driver_->rowName(batch, at) : driver_->rowName(*whole_, base_ + at);
  }
  bool sampleOf(const RecordBatch& batch, uint32_t at, SampledStack& out) {
    return base_ == 0 ? driver_->sampleOf(batch, at, out) : driver_->sampleOf(*whole_, base_ + at, out);
  }
  void setNeedle(const WantedText& wanted) { driver_->setNeedle(wanted); }
  void watchSides(const SideWatch& watch) { driver_->watchSides(watch); }
  bool mayMatch(const RecordBatch& batch, uint32_t at) {
    return base_ == 0 ? driver_->mayMatch(batch, at) : driver_->mayMatch(*whole_, base_ + at);
  }

 private:
  std::unique_ptr<RecordDriver> driver_;
  const FileSet& files_;
  size_t pieceBytes_;
  bool restored_;
  uint64_t recordsLeft_;
  // A batch whose end belongs to the next chunk.
  std::unique_ptr<RecordBatch> whole_;
  uint32_t nextChunk_ = 0;  // where that begins in it; 0: no such batch
  uint32_t base_ = 0;       // where the caller's batch begins in it; 0: the caller has the driver's own
};

// Decodes chunk after chunk. If a chunk follows the one before, decoding continues there, and the file is read in large
// pieces.
class ChunkRun {
 public:
  // `wanted` is the needle for mayMatch() in all chunks, or null; it must outlive the run.
  explicit ChunkRun(size_t pieceBytes = size_t{2} << 20, const WantedText* wanted = nullptr)
      : pieceBytes_(pieceBytes), wanted_(wanted) {}

  // As RecordDriver::watchSides(), of all chunks that follow.
  void watchSides(SideWatch watch) { sides_ = std::move(watch); }
  // Returns a replay from the chunk's beginning, valid until the next call. All arguments must outlive the run.
  ChunkReplay& chunk(TraceReader& reader, size_t stream, const FileSet& files, const StreamIndexer& indexer,
                     size_t number);

 private:
  size_t pieceBytes_;
  const WantedText* wanted_;
  SideWatch sides_;
  std::optional<ChunkReplay> replay_;
  size_t stream_ = 0;
  size_t next_ = 0;
};

struct LaneMarks {
  TrackId track = kNoTrack;
  std::vector<Mark> marks;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.track, untranslated(self.marks));  // the names of counters are none
  }
};

// Returns what the chunk shows at one level of detail: the marks that end in it, ordered by end time, lane by lane.
// `stream` is that of `indexer`, which has chunk `number`; `whole` is set to ChunkReplay::whole().
std::vector<LaneMarks> chunkMarks(TraceReader& reader, size_t stream, const FileSet& files,
                                  const StreamIndexer& indexer, size_t number, int level, bool& whole);

}  // namespace tp
