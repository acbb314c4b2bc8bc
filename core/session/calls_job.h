// The profile of the calls on a worker's streams.
#pragma once

#include "core/analysis/call_aggregator.h"
#include "core/index/chunk_replay.h"
#include "core/session/job.h"

namespace tp {

class CallsJob final : public Job {
 public:
  CallsJob(CallScope scope, TraceReader& reader);

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  bool concerns(const StreamIndexer& indexer) const;
  void chunk(const JobSite& site, const StreamIndexer& indexer);

  CallScope scope_;
  CallAggregator calls_;
  ChunkRun run_;
  bool open_ = false;  // amid a stream
  uint32_t stream_ = 0;
  size_t chunk_ = 0;
  float progress_ = 0;
};

}  // namespace tp
