// CallReading decodes the calls on a worker's streams, for jobs that count them.
#pragma once

#include "core/analysis/call_aggregator.h"
#include "core/analysis/calls_by_trace.h"
#include "core/index/chunk_replay.h"
#include "core/session/job.h"

namespace tp {

class CallReading {
 public:
  // `scope` and `calls` must outlive this, and have the same scope.
  CallReading(const CallScope& scope, CallAggregator& calls) : scope_(scope), one_(&calls) {}
  CallReading(const CallScope& scope, CallsByTrace& calls) : scope_(scope), traces_(&calls) {}

  // Decodes some chunks. Returns false when all is done.
  bool step(const JobSite& site);
  float progress() const { return progress_; }

 private:
  // A stream or, numbered after the streams, a merge, with the best class of calls (CallProfiles) that its lanes may
  // have.
  struct Unit {
    size_t best = 0;
    uint32_t number = 0;
  };

  void arrange(const JobSite& site);
  bool outdone(const Unit& unit) const;
  bool concerns(const StreamIndexer& indexer) const;
  bool tellsMore(const StreamIndexer& indexer);
  void chunk(const JobSite& site, const StreamIndexer& indexer);

  // Returns the aggregator for the current unit.
  CallAggregator& calls() { return one_ != nullptr ? *one_ : traces_->of(units_[at_].number); }

  const CallScope& scope_;
  CallAggregator* one_ = nullptr;  // null: each trace has its own
  CallsByTrace* traces_ = nullptr;
  ChunkRun run_;
  std::vector<Unit> units_;  // the best class first
  bool open_ = false;        // in the middle of a unit
  size_t at_ = 0;
  size_t chunk_ = 0;
  float progress_ = 0;
};

}  // namespace tp
