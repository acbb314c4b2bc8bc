// Goes through the calls on a worker's streams, for jobs that count them.
#pragma once

#include "core/analysis/call_aggregator.h"
#include "core/analysis/calls_by_trace.h"
#include "core/index/chunk_replay.h"
#include "core/session/job.h"

namespace tp {

class CallReading {
 public:
  // What is given outlives it. `scope`: as the aggregator has it.
  CallReading(const CallScope& scope, CallAggregator& calls) : scope_(scope), one_(&calls) {}
  CallReading(const CallScope& scope, CallsByTrace& calls) : scope_(scope), traces_(&calls) {}

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

  // Who counts what the unit that is under way tells.
  CallAggregator& calls() { return one_ != nullptr ? *one_ : traces_->of(units_[at_].number); }

  const CallScope& scope_;
  CallAggregator* one_ = nullptr;  // null: each trace has its own
  CallsByTrace* traces_ = nullptr;
  ChunkRun run_;
  std::vector<Unit> units_;  // the best first
  bool open_ = false;        // amid a unit
  size_t at_ = 0;
  size_t chunk_ = 0;
  float progress_ = 0;
};

}  // namespace tp
