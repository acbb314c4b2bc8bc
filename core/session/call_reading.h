// Goes through the calls on a worker's streams, for jobs that count them.
#pragma once

#include "core/analysis/call_aggregator.h"
#include "core/index/chunk_replay.h"
#include "core/session/job.h"

namespace tp {

class CallReading {
 public:
  // What is given outlives it. `scope`: as the aggregator has it.
  CallReading(const CallScope& scope, CallAggregator& calls) : scope_(scope), calls_(calls) {}

  // Some chunks; false when all is done.
  bool step(const JobSite& site);
  float progress() const { return progress_; }

 private:
  // A stream, or beyond those, a merge, by the best class of calls (CallProfiles) that its lanes may hold.
  struct Unit {
    size_t best = 0;
    uint32_t number = 0;
  };

  void arrange(const JobSite& site);
  bool outdone(const Unit& unit) const;
  bool concerns(const StreamIndexer& indexer) const;
  void chunk(const JobSite& site, const StreamIndexer& indexer);

  const CallScope& scope_;
  CallAggregator& calls_;
  ChunkRun run_;
  std::vector<Unit> units_;  // the best first
  bool open_ = false;        // amid a unit
  size_t at_ = 0;
  size_t chunk_ = 0;
  float progress_ = 0;
};

}  // namespace tp
