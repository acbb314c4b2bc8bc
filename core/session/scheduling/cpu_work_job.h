// Computes what a CPU did from a worker's streams.
#pragma once

#include "core/analysis/cpu_work.h"
#include "core/index/chunk_replay.h"
#include "core/session/job.h"

namespace tp {

class CpuWorkJob final : public Job {
 public:
  CpuWorkJob(const CpuWorkScope& scope, TraceReader& reader)
      : scope_(scope), collector_(scope, reader.tracks(), reader.names()) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  bool startUnit(const StreamIndexer& indexer);
  void chunk(const JobSite& site);

  CpuWorkScope scope_;
  CpuWorkCollector collector_;
  ChunkRun run_;
  bool open_ = false;  // in the middle of a unit
  uint32_t unit_ = 0;
  size_t chunk_ = 0;
  size_t end_ = 0;  // behind the last chunk of the range
  float progress_ = 0;
};

}  // namespace tp
