#include "core/session/calls_job.h"

namespace tp {

CallsJob::CallsJob(CallScope scope, TraceReader& reader) : scope_(std::move(scope)), calls_(scope_, reader) {}

bool CallsJob::concerns(const StreamIndexer& indexer) const {
  const ChunkSummary& chunk = indexer.summaries()[chunk_];
  return !scope_.ranged() || (chunk.begin <= scope_.end && chunk.end >= scope_.begin);
}

bool CallsJob::step(const JobSite& site, WireWriter& answer) {
  const auto& indexers = site.indexers;
  for (uint32_t work = 0; stream_ < indexers.size();) {
    if (!indexers[stream_] || !mayCount(scope_, site.reader, stream_) || chunk_ >= indexers[stream_]->chunks().size()) {
      if (open_) calls_.endStream(indexers[stream_]->now());
      open_ = false;
      ++stream_;
      chunk_ = 0;
      continue;
    }
    const StreamIndexer& indexer = *indexers[stream_];
    if (concerns(indexer)) {
      if (work++ == kChunksPerStep) {
        float within = static_cast<float>(chunk_) / static_cast<float>(indexer.chunks().size());
        progress_ = (static_cast<float>(stream_) + within) / static_cast<float>(indexers.size());
        return true;
      }
      chunk(site, indexer);
    }
    ++chunk_;
  }
  progress_ = 1;
  calls_.profiles().write(answer);
  return false;
}

void CallsJob::chunk(const JobSite& site, const StreamIndexer& indexer) {
  const ChunkStart& start = indexer.chunks()[chunk_];
  if (!open_) calls_.startChunk(indexer.begin(), start.lanes);
  open_ = true;
  ChunkReplay& replay = run_.chunk(site.reader, stream_, site.files, indexer, chunk_);
  RecordBatch batch;
  while (replay.next(batch)) calls_.add(batch);
}

}  // namespace tp
