// Indexes one stream: feeds its records to the lanes of its tracks, cuts it into chunks that decode again on their own,
// and keeps the levels of detail within the stream's budget of memory.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/decode/record_driver.h"
#include "core/index/lane_builder.h"
#include "core/index/recorded_time.h"
#include "core/index/trace_index.h"

namespace tp {

// All that is needed to decode one chunk again.
struct ChunkStart {
  Checkpoint checkpoint;
  std::vector<std::pair<TrackId, LaneState>> lanes;  // that have open slices, or records in the chunk
  uint64_t records = 0;                              // in the chunk, derived ones too
};

// The lanes of one stream, found by track.
class LaneSet {
 public:
  // Made where there is none yet; `start`: where its first slice may begin at the earliest.
  LaneBuilder& of(TrackId track, const TrackTable& tracks, Time start) {
    const uint32_t position = places_.find(track);
    return position != TrackPlaces::kNone ? lanes_[position] : make(track, tracks, start);
  }
  // For all lanes, later ones too. Only grows.
  void setBaseLevel(int level);
  int baseLevel() const { return baseLevel_; }
  std::vector<LaneBuilder>& all() { return lanes_; }
  const std::vector<LaneBuilder>& all() const { return lanes_; }
  // In the same order.
  const std::vector<TrackId>& tracks() const { return tracks_; }
  // The deepest slice of them.
  uint16_t maxDepth() const;
  // Nothing more comes: only tracks(), baseLevel() and maxDepth() stay.
  void letGo();

 private:
  LaneBuilder& make(TrackId track, const TrackTable& tracks, Time start);

  std::vector<LaneBuilder> lanes_;
  std::vector<TrackId> tracks_;
  TrackPlaces places_;
  int baseLevel_ = 0;
  uint16_t maxDepth_ = 0;  // of those that were let go
};

class StreamIndexer {
 public:
  // A chunk has no fewer, but for the last of a stream.
  static constexpr uint64_t kChunkRecords = 32 * 1024;
  // Before the times of all rows.
  static constexpr Time kNoRow = std::numeric_limits<Time>::min();

  // `stream`: as for makeDriver(). `budgetFloor`: bytes of marks that it may always keep; beyond, two bytes a record.
  StreamIndexer(TraceReader& reader, size_t stream, uint64_t budgetFloor);
  StreamIndexer(TraceReader& reader, std::unique_ptr<RecordDriver> driver, uint64_t budgetFloor);
  // Of a stream that is decoded for a merge as well: `driver` is the merge's, and take() gets its batches.
  StreamIndexer(TraceReader& reader, RecordDriver& driver, uint64_t budgetFloor);

  bool done() const { return done_; }
  // Until letGo().
  RecordDriver& driver() { return *driver_; }
  bool isDriver(const RecordDriver& driver) const { return driver_ == &driver; }
  uint64_t bytesDone() const { return driver_ != nullptr ? driver_->bytesDone() : bytesDone_; }
  // Takes in all records of the bytes that were provided to driver().
  void consume();
  // A batch of a driver that somebody else drives; an empty one ends it.
  void take(const RecordBatch& batch);

  uint64_t records() const { return records_; }
  // Those of them that tell that records were lost.
  uint64_t lossRows() const { return lossRows_; }
  // Whether anything has been drawn, and the latest time of it.
  bool started() const { return started_; }
  Time now() const { return now_; }
  // The time of what is drawn first: where slices whose beginning is missing are drawn from.
  Time begin() const { return begin_; }
  // Of a stream: what of its time was recorded. Stays after letGo().
  const RecordedTime& recorded() const { return recorded_; }
  LaneSet& lanes() { return lanes_; }
  const LaneSet& lanes() const { return lanes_; }
  // What is done() and has been told of: what was needed to get there is given back. What decodes chunks again stays.
  void letGo();
  // Both ends of them grow from one to the next, also where a stream's tracks are not in one order of time: a chunk
  // then begins no later than any after it.
  const std::vector<ChunkSummary>& summaries() const { return summaries_; }
  // The first of them that has changed since the last call, other than the last.
  size_t takeLowered() { return std::exchange(lowered_, ~size_t{0}); }
  const std::vector<ChunkStart>& chunks() const { return chunks_; }

 private:
  void add(const RecordBatch& batch);
  [[gnu::noinline]] void countRows(const RecordBatch& batch);
  [[gnu::noinline]] void startChunk();
  [[gnu::noinline]] void reachBack(Time time);
  void keepBudget();

  TraceReader& reader_;
  std::unique_ptr<RecordDriver> own_;
  RecordDriver* driver_;
  uint64_t budgetFloor_;
  uint64_t chunkRecords_ = kChunkRecords;  // of the chunk that is being filled
  LaneSet lanes_;
  std::unique_ptr<RecordBatch> batch_;  // where the driver is driven here
  std::vector<ChunkStart> chunks_;
  std::vector<ChunkSummary> summaries_;
  uint64_t bytesDone_ = 0;  // since the driver has gone
  uint64_t records_ = 0;
  uint64_t lossRows_ = 0;
  uint64_t derived_ = 0;
  Time now_ = 0;
  Time begin_ = 0;
  RecordedTime recorded_;
  Time rowNow_ = kNoRow;  // of the latest row
  size_t lowered_ = ~size_t{0};
  bool started_ = false;
  bool done_ = false;
};

}  // namespace tp
