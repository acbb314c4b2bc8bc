// Searches all rows of a worker's streams for those that match a test.
#pragma once

#include <limits>
#include <memory>
#include <optional>

#include "core/analysis/call_arguments.h"
#include "core/analysis/row_durations.h"
#include "core/analysis/row_test.h"
#include "core/index/chunk_replay.h"
#include "core/session/calls/call_hits.h"
#include "core/session/job.h"
#include "core/session/search/search_messages.h"

namespace tp {

class SearchJob final : public Job {
 public:
  // Keeps `most` hits, and only counts the rest. If durations depend on the records of several streams, worker 0 goes
  // through all of them, and the others find nothing. `byCall`: a call is one hit, even if both of its records match.
  // `reader` must outlive the job.
  SearchJob(RowTest test, uint64_t most, uint32_t worker, bool byCall, TraceReader& reader)
      : test_(std::move(test)), most_(most), worker_(worker), byCall_(byCall), reader_(reader) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  struct Stream {
    uint32_t stream = 0;
    size_t chunk = 0;
    uint32_t position = 0;  // of the next row
    Time now = std::numeric_limits<Time>::min();
    FoundRows found;  // in the current step
    std::unique_ptr<ChunkRun> run;
    CallHits calls;
  };

  void begin(const JobSite& site);
  bool acrossStreams() const { return test_.usesDuration() && lastsAcrossStreams(reader_); }
  bool lookAcross(const JobSite& site);
  bool nextChunk(const JobSite& site);
  void endChunk();
  void look(RecordBatch& batch);
  void describe(const RecordBatch& batch, uint32_t at);
  bool holds(const RecordBatch& batch, uint32_t at, Time duration, const ShownText& entry);
  std::optional<bool> byName(NameId name, const Filter::Lasted& lasted);
  void found(Stream& in, uint32_t position, Time duration);
  void write(bool more, WireWriter& out);

  RowTest test_;
  uint64_t most_;
  uint32_t worker_;
  bool byCall_;
  TraceReader& reader_;
  bool begun_ = false;
  std::vector<Stream> streams_;
  Stream* current_ = nullptr;  // whose chunk is being read
  ChunkReplay* replay_ = nullptr;
  Time now_ = 0;
  SliceDurations durations_;
  CallArguments arguments_;
  std::unique_ptr<EventMerge> merge_;  // of all streams, if they are read together
  RowDurations spans_;
  std::vector<uint8_t> names_;  // result of byName() by name: 0 not known yet, 1 no, 2 yes, 3 it depends
  EventRow row_;
  uint64_t hits_ = 0;
  bool cut_ = false;
  Time cutAt_ = 0;  // all hits before this time are kept
  uint64_t done_ = 0, all_ = 1;
  float progress_ = 0;
};

// Reads a request that SearchQuestion has written. Returns null if it is invalid. `kind` is Search, which steps from
// call to call if it looks for a text, or Filter, which shows records.
std::unique_ptr<Job> makeSearchJob(JobKind kind, WireReader& request, TraceReader& reader);

}  // namespace tp
