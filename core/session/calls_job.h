// The profile of the calls on a worker's streams, some chunks at a time, so that other requests get in between.
#pragma once

#include <memory>
#include <vector>

#include "core/analysis/call_aggregator.h"
#include "core/index/chunk_replay.h"

namespace tp {

class CallsJob {
 public:
  // `reader`: the worker's, which outlives the job.
  CallsJob(uint32_t id, CallScope scope, TraceReader& reader);

  uint32_t id() const { return id_; }
  // Works on through some chunks; false when all is done. `indexers`: by stream, null for those of other workers.
  bool step(TraceReader& reader, const FileSet& files, const std::vector<std::unique_ptr<StreamIndexer>>& indexers);
  float progress() const { return progress_; }
  // By the worker's name and track ids; of all streams once step() is false.
  const CallProfiles& profiles() const { return calls_.profiles(); }

 private:
  bool concerns(const StreamIndexer& indexer) const;
  void chunk(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer);

  uint32_t id_;
  CallScope scope_;
  CallAggregator calls_;
  bool open_ = false;  // amid a stream
  uint32_t stream_ = 0;
  size_t chunk_ = 0;
  float progress_ = 0;
};

}  // namespace tp
