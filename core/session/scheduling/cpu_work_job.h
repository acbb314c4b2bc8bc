// Computes what a CPU did from a worker's streams.
#pragma once

#include "core/analysis/cpu_work.h"
#include "core/index/chunk_replay.h"
#include "core/session/unit_job.h"

namespace tp {

class CpuWorkJob final : public UnitJob {
 public:
  CpuWorkJob(const CpuWorkScope& scope, TraceReader& reader)
      : scope_(scope), collector_(scope, reader.tracks(), reader.names()) {}

 private:
  Chunks startUnit(const JobSite& site, const StreamIndexer& indexer) override;
  void chunk(const JobSite& site, size_t number) override;
  void endUnit(const StreamIndexer& indexer) override { collector_.finish(indexer.now()); }
  void tell(WireWriter& answer) override { answer(collector_.rows()); }

  CpuWorkScope scope_;
  CpuWorkCollector collector_;
  ChunkRun run_;
};

}  // namespace tp
