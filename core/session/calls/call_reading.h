// CallReading decodes the calls on a worker's streams, for jobs that count them.
#pragma once

#include "core/analysis/call_aggregator.h"
#include "core/analysis/calls_by_trace.h"
#include "core/index/chunk_replay.h"
#include "core/session/calls/state_times_reading.h"
#include "core/session/job.h"

namespace tp {

// Takes the records in the place of the aggregator, to look at each of them before it is counted.
class CallTaker {
 public:
  virtual ~CallTaker() = default;
  // The records of `batch` were decoded by `replay`, of a stream or, numbered after the streams, a merge.
  virtual void take(uint32_t unit, ChunkReplay& replay, RecordBatch& batch) = 0;
  // As CallProfiles::bestClass(), of what was taken so far.
  virtual size_t bestClass() const = 0;
  // Whether chunks before the range are decoded as well.
  virtual bool fromBegin() const = 0;
  // Whether units of the scope's trace are decoded that mayCount() leaves out.
  virtual bool allUnits() const = 0;
};

class CallReading {
 public:
  // `scope` and `calls` must outlive this, and have the same scope. `joined` is what another trace tells of the states
  // of threads.
  CallReading(const CallScope& scope, CallAggregator& calls, JoinedTimes joined = {})
      : scope_(scope), one_(&calls), joined_(std::move(joined)) {}
  CallReading(const CallScope& scope, CallsByTrace& calls, JoinedTimes joined = {})
      : scope_(scope), traces_(&calls), joined_(std::move(joined)) {}
  // `taker` must outlive this; it passes the records on to `calls`.
  CallReading(const CallScope& scope, CallAggregator& calls, CallTaker& taker)
      : scope_(scope), one_(&calls), taker_(&taker) {}

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

  bool readStates(const JobSite& site);
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
  CallTaker* taker_ = nullptr;
  const JoinedTimes joined_;
  std::unique_ptr<StateTimesReading> states_;  // null: no states are asked for, or their reading has not begun
  bool statesRead_ = false;
  ChunkRun run_;
  std::vector<Unit> units_;  // the best class first
  bool open_ = false;        // in the middle of a unit
  size_t at_ = 0;
  size_t chunk_ = 0;
  float progress_ = 0;
};

}  // namespace tp
