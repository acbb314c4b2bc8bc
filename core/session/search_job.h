// Goes through all rows of a worker's streams for those that a test holds for.
#pragma once

#include <map>
#include <memory>

#include "core/analysis/row_test.h"
#include "core/analysis/slice_durations.h"
#include "core/index/chunk_replay.h"
#include "core/session/job.h"

namespace tp {

// Hits of one stream as they cross to the question: their number, then times and positions.
struct FoundRows {
  std::vector<Time> times;
  std::vector<uint32_t> positions;
};

class SearchJob final : public Job {
 public:
  // Keeps `most` hits, and counts the rest. The reader outlives it.
  SearchJob(RowTest test, uint64_t most, TraceReader& reader) : test_(std::move(test)), most_(most), reader_(reader) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  struct Stream {
    uint32_t stream = 0;
    size_t chunk = 0;
    uint32_t position = 0;  // of the next row
    FoundRows found;        // in this step
    std::unique_ptr<ChunkRun> run;
  };

  void begin(const JobSite& site);
  bool nextChunk(const JobSite& site);
  void endChunk();
  void look(RecordBatch& batch);
  bool holds(const RecordBatch& batch, uint32_t at, Time duration);
  void write(bool more, WireWriter& answer);

  RowTest test_;
  uint64_t most_;
  TraceReader& reader_;
  bool begun_ = false;
  std::vector<Stream> streams_;
  Stream* current_ = nullptr;  // whose chunk is under way
  ChunkReplay* replay_ = nullptr;
  Time now_ = 0;
  SliceDurations durations_;
  std::vector<uint8_t> names_;  // what byName() said, by name: 0 not asked yet, 1 no, 2 yes, 3 it depends
  EventRow row_;
  uint64_t hits_ = 0;
  bool cut_ = false;
  Time cutAt_ = 0;  // all hits before this time are there
  uint64_t done_ = 0, all_ = 1;
  float progress_ = 0;
};

// Null where the request makes no sense. As SearchQuestion writes it.
std::unique_ptr<Job> makeSearchJob(WireReader& request, TraceReader& reader);

}  // namespace tp
