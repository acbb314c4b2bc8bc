#include "core/session/scheduling/cpu_work_job.h"

#include <algorithm>

namespace tp {
namespace {

// Returns the chunk in which what the track has at a time begins.
size_t firstChunk(const StreamIndexer& indexer, TrackId track, Time begin) {
  const size_t first = std::min(chunkAt(indexer.summaries(), begin), indexer.chunks().size() - 1);
  Time earliest = begin;
  for (const auto& [lane, state] : indexer.chunks()[first].lanes)
    if (lane == track)
      for (const OpenSlice& one : state.open)
        if (one.own()) earliest = std::min(earliest, one.begin);
  return std::min(first, chunkAt(indexer.summaries(), earliest));
}

}  // namespace

// Returns false if the unit has nothing of the CPU within the range.
bool CpuWorkJob::startUnit(const StreamIndexer& indexer) {
  const std::vector<TrackId>& drawn = indexer.lanes().tracks();
  if (std::find(drawn.begin(), drawn.end(), scope_.track) == drawn.end() || indexer.chunks().empty()) return false;
  if (indexer.now() < scope_.begin || indexer.begin() > scope_.end || scope_.begin > scope_.end) return false;
  chunk_ = firstChunk(indexer, scope_.track, scope_.begin);
  end_ = indexer.chunks().size();
  while (end_ > chunk_ + 1 && indexer.summaries()[end_ - 1].begin > scope_.end) --end_;
  LaneState state;
  state.now = state.start = indexer.begin();
  for (const auto& [lane, known] : indexer.chunks()[chunk_].lanes)
    if (lane == scope_.track) state = known;
  collector_.start(state);
  return open_ = true;
}

bool CpuWorkJob::step(const JobSite& site, WireWriter& answer) {
  for (uint32_t work = 0; unit_ < site.indexers.size();) {
    const StreamIndexer* indexer = site.indexers[unit_].get();
    if (!open_ && (indexer == nullptr || !startUnit(*indexer))) {
      ++unit_;
      continue;
    }
    if (chunk_ >= end_) {
      collector_.finish(indexer->now());
      open_ = false;
      ++unit_;
      continue;
    }
    if (work++ == kChunksPerStep) {
      const float within = static_cast<float>(chunk_) / static_cast<float>(end_);
      progress_ = (static_cast<float>(unit_) + within) / static_cast<float>(site.indexers.size());
      return true;
    }
    chunk(site);
    ++chunk_;
  }
  progress_ = 1;
  answer(collector_.rows());
  return false;
}

void CpuWorkJob::chunk(const JobSite& site) {
  ChunkReplay& replay = run_.chunk(site.reader, unit_, site.files, *site.indexers[unit_], chunk_);
  RecordBatch batch;
  EventRow row;
  row.sparing = true;
  while (replay.next(batch)) {
    for (uint32_t i = 0; i < batch.count; ++i) {
      const Record& record = batch.records[i];
      // The first one behind the range tells how the turn ends that goes on into it.
      collector_.add(record, [&]() -> const EventRow& {
        row.clear();
        replay.describe(batch, i, row);
        return row;
      });
    }
  }
}

}  // namespace tp
