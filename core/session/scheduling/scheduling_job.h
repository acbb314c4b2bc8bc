// Computes what the scheduler did from a worker's streams and merges.
#pragma once

#include <functional>

#include "core/analysis/scheduling_aggregator.h"
#include "core/index/chunk_replay.h"
#include "core/session/job.h"

namespace tp {

class SchedulingJob final : public Job {
 public:
  SchedulingJob(SchedulingScope scope, TraceReader& reader, const LatencyFilter& filter = {})
      : scope_(scope), scheduling_(scope, reader.tracks(), reader.names(), filter) {}

  // Called for each span of a state, with the unit that told it. Must be called before the first step().
  using Watch = std::function<void(uint32_t unit, const StateSpan& span)>;
  void watch(const Watch& watch) {
    scheduling_.watch([this, watch](const StateSpan& span) { watch(unit_, span); });
  }
  // Whether the records tell which thread runs.
  bool switches() const { return scheduling_.switches(); }

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  bool startUnit(const JobSite& site);
  void addRecorded(TraceReader& reader, const StreamIndexer& indexer);
  void chunk(const JobSite& site);

  SchedulingScope scope_;
  SchedulingAggregator scheduling_;
  ChunkRun run_;
  bool open_ = false;  // in the middle of a unit
  uint32_t unit_ = 0;
  size_t chunk_ = 0;
  size_t end_ = 0;  // behind the last chunk of the scope
  float progress_ = 0;
};

// Reads the scope, and which latencies are asked for one by one.
std::unique_ptr<Job> makeSchedulingJob(WireReader& request, TraceReader& reader);

}  // namespace tp
