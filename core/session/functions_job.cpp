#include "core/session/functions_job.h"

namespace tp {

bool FunctionsJob::concerns(const ChunkSummary& chunk) const {
  return request_.begin > request_.end || (chunk.begin <= request_.end && chunk.end >= request_.begin);
}

bool FunctionsJob::step(TraceReader& reader, const FileSet& files,
                        const std::vector<std::unique_ptr<StreamIndexer>>& indexers) {
  constexpr uint32_t kChunksPerStep = 32;  // about a million records
  for (uint32_t work = 0; stream_ < indexers.size();) {
    if (!indexers[stream_] || chunk_ >= indexers[stream_]->chunks().size()) {
      if (indexers[stream_]) endStream(*indexers[stream_]);
      ++stream_;
      chunk_ = 0;
      continue;
    }
    const StreamIndexer& indexer = *indexers[stream_];
    if (concerns(indexer.summaries()[chunk_])) {
      if (work++ == kChunksPerStep) {
        float within = static_cast<float>(chunk_) / static_cast<float>(indexer.chunks().size());
        progress_ = (static_cast<float>(stream_) + within) / static_cast<float>(indexers.size());
        return true;
      }
      chunk(reader, files, indexer);
    }
    ++chunk_;
  }
  progress_ = 1;
  return false;
}

void FunctionsJob::chunk(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer) {
  const ChunkStart& start = indexer.chunks()[chunk_];
  if (!current_) {
    current_ = std::make_unique<FunctionAggregator>(request_.begin, request_.end);
    for (const auto& [track, state] : start.lanes) current_->resume(track, state.start, state.open);
  }
  ChunkReplay replay(reader, stream_, files, start);
  RecordBatch batch;
  while (replay.next(batch)) {
    for (uint32_t i = 0; i < batch.count; ++i) {
      const Record& record = batch.records[i];
      if (record.track >= reader.tracks().size()) continue;
      uint32_t kind = 1u << static_cast<uint32_t>(reader.tracks()[record.track].key.kind);
      if ((request_.trackKinds & kind) != 0) current_->add(record);
    }
  }
}

void FunctionsJob::endStream(const StreamIndexer& indexer) {
  if (!current_) return;
  current_->finish(indexer.now());
  const std::vector<FunctionStats>& stats = current_->stats();
  if (rows_.size() < stats.size()) rows_.resize(stats.size());
  for (size_t i = 0; i < stats.size(); ++i) {
    if (stats[i].calls == 0) continue;
    rows_[i].name = stats[i].name;
    mergeStats(rows_[i], stats[i]);
  }
  current_.reset();
}

}  // namespace tp
