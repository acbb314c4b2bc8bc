// Computes what the scheduler did from a worker's streams and merges.
#pragma once

#include <functional>
#include <utility>

#include "core/analysis/scheduling_aggregator.h"
#include "core/index/chunk_replay.h"
#include "core/session/unit_job.h"

namespace tp {

class SchedulingJob final : public UnitJob {
 public:
  SchedulingJob(const SchedulingScope& scope, TraceReader& reader, const LatencyFilter& filter = {})
      : scope_(scope), scheduling_(scope, reader.tracks(), reader.names(), filter) {}

  // Called for each span of a state, with the unit that told it. Must be called before the first step().
  using Watch = std::function<void(uint32_t unit, const StateSpan& span)>;
  void watch(const Watch& watch) {
    scheduling_.watch([this, watch](const StateSpan& span) { watch(unit(), span); });
  }
  // Called for each batch of a unit's records, before the spans that they end are told. Likewise.
  using WatchRecords = std::function<void(uint32_t unit, const RecordBatch& batch)>;
  void watchRecords(WatchRecords watch) { records_ = std::move(watch); }
  // Called for what a unit tells beside its records (StreamMerger::watchSides()), with the unit; `requests` may be
  // empty. The chunk behind the scope may have the stack of the last switch, so it is read as well. Must be called
  // before the first step().
  using WatchStacks = std::function<void(uint32_t unit, const SwitchStack& stack)>;
  using WatchRequests = std::function<void(const WakingRequest& request)>;
  void watchSides(const WatchStacks& stacks, const WatchRequests& requests = {}) {
    stacks_ = true;
    run_.watchSides({[this, stacks](const SwitchStack& stack) { stacks(unit(), stack); }, requests});
  }
  // Whether the records tell which thread runs.
  bool switches() const { return scheduling_.switches(); }

 private:
  Chunks startUnit(const JobSite& site, const StreamIndexer& indexer) override;
  void addRecorded(TraceReader& reader, const StreamIndexer& indexer);
  void chunk(const JobSite& site, size_t number) override;
  void endUnit(const StreamIndexer& indexer) override { scheduling_.endUnit(indexer.now()); }
  void writeAnswer(WireWriter& answer) override { answer(scheduling_.result()); }

  SchedulingScope scope_;
  SchedulingAggregator scheduling_;
  WatchRecords records_;
  ChunkRun run_;
  bool stacks_ = false;
};

}  // namespace tp
