// Indexes one stream: passes its records to the lanes of its tracks, divides it into chunks that decode again on their
// own, and keeps the levels of detail within the stream's memory budget.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/decode/record_driver.h"
#include "core/index/lane_builder.h"
#include "core/index/track_places.h"
#include "core/index/unit_index.h"

namespace tp {

// The lanes of one stream, found by track.
class LaneSet {
 public:
  // Returns the lane of the track, which is added if there is none. `start` is the earliest time at which its first
  // slice may begin. Valid until the next lane is added.
  LaneBuilder& of(TrackId track, const TrackTable& tracks, Time start) {
    const uint32_t position = places_.find(track);
    return position != TrackPlaces::kNone ? lanes_[position] : make(track, tracks, start);
  }
  // For all lanes, including later ones. Only raises the level.
  void setBaseLevel(int level);
  int baseLevel() const { return baseLevel_; }
  std::vector<LaneBuilder>& all() { return lanes_; }
  const std::vector<LaneBuilder>& all() const { return lanes_; }
  // In the order of all().
  const std::vector<TrackId>& tracks() const { return tracks_; }
  // The deepest slice of all lanes.
  uint16_t maxDepth() const;
  // Releases the lanes when nothing more comes; tracks(), baseLevel() and maxDepth() stay.
  void letGo();
  // As after letGo() of a set that had these.
  void assign(std::vector<TrackId> tracks, int baseLevel, uint16_t maxDepth);

 private:
  LaneBuilder& make(TrackId track, const TrackTable& tracks, Time start);

  std::vector<LaneBuilder> lanes_;
  std::vector<TrackId> tracks_;
  TrackPlaces places_;
  int baseLevel_ = 0;
  uint16_t maxDepth_ = 0;  // of released lanes
};

// Indexes the records of one driver.
// The bytes that resident marks of a unit may take: two for each record, but `least` at least and `most` at most.
struct MarkBudget {
  uint64_t least = 0;
  uint64_t most = UINT64_MAX;
};

class StreamIndexer {
 public:
  // A chunk has at least this many records, except the last one of a stream.
  static constexpr uint64_t kChunkRecords = 32 * 1024;
  // A time before those of all rows.
  static constexpr Time kNoRow = std::numeric_limits<Time>::min();

  // `stream` is as for makeDriver().
  StreamIndexer(TraceReader& reader, size_t stream, const MarkBudget& budget);
  StreamIndexer(TraceReader& reader, std::unique_ptr<RecordDriver> driver, const MarkBudget& budget);
  // For a stream that is decoded by a merge as well: `driver` belongs to the merge, whose batches go to take().
  StreamIndexer(TraceReader& reader, RecordDriver& driver, const MarkBudget& budget);
  // Of a unit that was indexed before, and let go of.
  StreamIndexer(TraceReader& reader, UnitIndex index);

  bool done() const { return done_; }
  // Valid until letGo().
  RecordDriver& driver() { return *driver_; }
  bool isDriver(const RecordDriver& driver) const { return driver_ == &driver; }
  uint64_t bytesDone() const { return driver_ != nullptr ? driver_->bytesDone() : index_.bytes; }
  // Indexes all records of the bytes that were provided to driver().
  void consume();
  // Indexes a batch of a driver that is driven elsewhere; an empty batch ends the stream.
  void take(const RecordBatch& batch);

  // Rows of the event table; lossRows() are those of them that report lost records.
  uint64_t records() const { return index_.records; }
  uint64_t lossRows() const { return index_.lossRows; }
  // Whether anything has been drawn, and its latest time.
  bool started() const { return index_.started; }
  Time now() const { return index_.now; }
  // The time of the first record that is drawn: slices without a beginning are drawn from there.
  Time begin() const { return index_.begin; }
  // Which of the stream's time was recorded. Stays after letGo().
  const RecordedTime& recorded() const { return index_.recorded; }
  LaneSet& lanes() { return lanes_; }
  const LaneSet& lanes() const { return lanes_; }
  // To be called when the stream is done() and its last piece was sent: releases all except what decodes chunks again.
  void letGo();
  // After letGo(): what is left, from which another indexer can be made.
  const UnitIndex& index() const { return index_; }
  // The begins never decrease from one to the next, nor do the ends. If a stream's tracks are not in one order of time,
  // the begins of earlier chunks are lowered for that.
  const std::vector<ChunkSummary>& summaries() const { return index_.summaries; }
  // Returns the first one whose begin was lowered since the last call; ~0 if there is none.
  size_t takeLowered() { return std::exchange(lowered_, ~size_t{0}); }
  const std::vector<ChunkStart>& chunks() const { return index_.chunks; }
  // Of the checkpoints of chunks(); see RecordDriver::restore().
  const NumberMap& numbers() const { return driver_ != nullptr ? numbers_.own() : index_.numbers; }

 private:
  void add(const RecordBatch& batch);
  [[gnu::noinline]] void countRows(const RecordBatch& batch);
  [[gnu::noinline]] void startChunk();
  void endChunk();
  [[gnu::noinline]] void reachBack(Time time);
  void keepBudget();

  TraceReader& reader_;
  SavedNumbers numbers_;
  std::unique_ptr<RecordDriver> own_;
  RecordDriver* driver_;
  MarkBudget budget_;
  uint64_t chunkRecords_ = kChunkRecords;  // of the current chunk
  LaneSet lanes_;
  std::unique_ptr<RecordBatch> batch_;  // if the driver is driven here
  UnitIndex index_;
  uint64_t derived_ = 0;
  Time rowNow_ = kNoRow;  // of the latest row
  size_t lowered_ = ~size_t{0};
  bool done_ = false;
};

}  // namespace tp
