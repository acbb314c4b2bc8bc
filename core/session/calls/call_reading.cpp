#include "core/session/calls/call_reading.h"

#include <algorithm>

#include "core/analysis/sample_growth.h"
#include "core/analysis/scheduling_units.h"

namespace tp {

bool CallReading::concerns(const StreamIndexer& indexer) const {
  const ChunkSummary& chunk = indexer.summaries()[chunk_];
  if (!scope_.ranged()) return true;
  if (chunk.begin > scope_.end) return false;
  // What is open at the beginning of the range may last through all of it, without a record.
  const bool reaches = scope_.states != StateWeight::None && (chunk_ + 1 >= indexer.summaries().size() ||
                                                              indexer.summaries()[chunk_ + 1].begin > scope_.begin);
  return chunk.end >= scope_.begin || reaches || (taker_ != nullptr && taker_->fromBegin());
}

// Returns whether the chunk is after the range, and has records of a track whose first record after the range has not
// been seen.
bool CallReading::tellsMore(const StreamIndexer& indexer) {
  if (!scope_.ranged() || indexer.begin() > scope_.end || indexer.summaries()[chunk_].begin <= scope_.end) return false;
  const std::vector<TrackId>& tracks = indexer.chunks()[chunk_].tracks;
  return std::any_of(tracks.begin(), tracks.end(), [&](TrackId track) { return calls().awaits(track); });
}

// Puts the best class first, because units of worse classes need not be decoded then.
void CallReading::arrange(const JobSite& site) {
  for (uint32_t number = 0; number < site.indexers.size(); ++number) {
    const bool meant = scope_.trace == kEveryTrace || scope_.trace == traceOfUnit(site.reader, number);
    const bool counts = (taker_ != nullptr && taker_->allUnits()) || mayCount(scope_, site.reader, number);
    if (!site.indexers[number] || !meant || !counts) continue;
    size_t best = CallProfiles::kClasses;
    for (TrackId track : site.indexers[number]->lanes().tracks())
      best = std::min(best, CallProfiles::classOf(site.reader.tracks()[track].key.kind));
    units_.push_back({best, number});
  }
  std::stable_sort(units_.begin(), units_.end(), [](const Unit& a, const Unit& b) { return a.best < b.best; });
}

// Returns whether a better class has calls, so that the unit does not count. For a counter, or states, all units count,
// because counters grow wherever there are threads.
bool CallReading::outdone(const Unit& unit) const {
  const size_t best = taker_ != nullptr ? taker_->bestClass()
                      : one_ != nullptr ? one_->bestClass()
                                        : traces_->bestClass();
  return !scope_.gains() && best < unit.best;
}

// Goes through the records once before, since it may be known only later what a thread did. Returns false when all is
// done.
bool CallReading::readStates(const JobSite& site) {
  if (scope_.states == StateWeight::None || statesRead_) return false;
  if (!states_) states_ = std::make_unique<StateTimesReading>(scope_, site.reader, joined_);
  statesRead_ = !states_->step(site);
  progress_ = states_->progress() / 2;
  if (statesRead_) (one_ != nullptr ? *one_ : traces_->of(0)).addStates(states_->times().sums());
  return true;
}

bool CallReading::step(const JobSite& site) {
  if (readStates(site)) return true;
  if (units_.empty()) arrange(site);
  for (uint32_t work = 0; at_ < units_.size();) {
    const StreamIndexer& indexer = *site.indexers[units_[at_].number];
    if (chunk_ >= indexer.chunks().size() || (chunk_ == 0 && outdone(units_[at_]))) {
      if (open_) calls().endStream(indexer.now());
      open_ = false;
      ++at_;
      chunk_ = 0;
      continue;
    }
    if (concerns(indexer) || tellsMore(indexer)) {
      if (work++ == kChunksPerStep) {
        float within = static_cast<float>(chunk_) / static_cast<float>(indexer.chunks().size());
        progress_ = (static_cast<float>(at_) + within) / static_cast<float>(units_.size());
        if (states_) progress_ = (1 + progress_) / 2;
        return true;
      }
      chunk(site, indexer);
    }
    ++chunk_;
  }
  progress_ = 1;
  return false;
}

void CallReading::chunk(const JobSite& site, const StreamIndexer& indexer) {
  const ChunkStart& start = indexer.chunks()[chunk_];
  if (open_) {
    calls().goOn(start.lanes);
  } else {
    calls().startChunk(indexer.begin(), start.lanes);
    if (states_) calls().weighStates(states_->times(), units_[at_].number);
  }
  open_ = true;
  ChunkReplay& replay = run_.chunk(site.reader, units_[at_].number, site.files, indexer, chunk_);
  RecordBatch batch;
  while (replay.next(batch)) {
    if (taker_ != nullptr)
      taker_->take(units_[at_].number, replay, batch);
    else
      addWithSamples(calls(), replay, batch);
  }
}

}  // namespace tp
