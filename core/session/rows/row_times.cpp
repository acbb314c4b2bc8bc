#include "core/session/rows/row_times.h"

#include <algorithm>

#include "core/index/chunk_replay.h"

namespace tp {

const std::vector<Time>& RowTimes::of(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer,
                                      uint32_t stream, size_t chunk) {
  const ChunkStart& start = indexer.chunks()[chunk];
  for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
    if (entry->stream != stream || entry->chunk != chunk) continue;
    if (entry->records == start.records) {
      entries_.splice(entries_.begin(), entries_, entry);
      return entry->times;
    }
    bytes_ -= entry->times.size() * sizeof(Time);
    entries_.erase(entry);
    break;
  }
  ++decoded_;
  Entry made{stream, chunk, start.records, {}};
  made.times.reserve(static_cast<size_t>(indexer.summaries()[chunk].records));
  Time now = indexer.summaries()[chunk].rowBegin;
  ChunkReplay replay(reader, stream, files, start, indexer.numbers());
  RecordBatch batch;
  while (replay.next(batch)) {
    for (uint32_t i = 0; i < batch.count; ++i) {
      if (!isRow(batch.records[i])) continue;
      now = std::max(now, batch.records[i].time);
      made.times.push_back(now);
    }
  }
  // Rows that can't be read any more keep their places.
  made.times.resize(static_cast<size_t>(indexer.summaries()[chunk].records), now);
  bytes_ += made.times.size() * sizeof(Time);
  entries_.push_front(std::move(made));
  while (bytes_ > kMaxBytes && entries_.size() > 1) {
    bytes_ -= entries_.back().times.size() * sizeof(Time);
    entries_.pop_back();
  }
  return entries_.front().times;
}

StreamRows::StreamRows(TraceReader& reader, const FileSet& files, const StreamIndexer& indexer, uint32_t stream,
                       RowTimes& times)
    : reader_(reader), files_(files), indexer_(indexer), stream_(stream), times_(times) {
  firsts_.reserve(indexer.summaries().size() + 1);
  firsts_.push_back(0);
  for (const ChunkSummary& chunk : indexer.summaries()) firsts_.push_back(firsts_.back() + chunk.records);
}

const std::vector<Time>& StreamRows::times(size_t chunk) {
  return times_.of(reader_, files_, indexer_, stream_, chunk);
}

size_t StreamRows::chunkOf(uint64_t position) const {
  // If there are chunks without rows at the position, returns the chunk after them.
  return static_cast<size_t>(std::upper_bound(firsts_.begin(), firsts_.end(), position) - firsts_.begin()) - 1;
}

Time StreamRows::timeAt(uint64_t position) {
  size_t chunk = chunkOf(position);
  const ChunkSummary& summary = indexer_.summaries()[chunk];
  uint64_t within = position - firsts_[chunk];
  if (within == 0) return summary.rowBegin;
  if (within + 1 == summary.records || summary.rowBegin == summary.rowEnd) return summary.rowEnd;
  return times(chunk)[static_cast<size_t>(within)];
}

uint64_t StreamRows::lower(Time time) {
  const std::vector<ChunkSummary>& chunks = indexer_.summaries();
  auto found = std::lower_bound(chunks.begin(), chunks.end(), time,
                                [](const ChunkSummary& chunk, Time at) { return chunk.rowEnd < at; });
  if (found == chunks.end()) return size();
  size_t chunk = static_cast<size_t>(found - chunks.begin());
  if (time <= found->rowBegin || found->records == 0) return firsts_[chunk];
  const std::vector<Time>& all = times(chunk);
  return firsts_[chunk] + static_cast<uint64_t>(std::lower_bound(all.begin(), all.end(), time) - all.begin());
}

uint64_t StreamRows::upper(Time time) {
  const std::vector<ChunkSummary>& chunks = indexer_.summaries();
  auto found = std::upper_bound(chunks.begin(), chunks.end(), time,
                                [](Time at, const ChunkSummary& chunk) { return at < chunk.rowEnd; });
  if (found == chunks.end()) return size();
  size_t chunk = static_cast<size_t>(found - chunks.begin());
  if (time < found->rowBegin || found->records == 0) return firsts_[chunk];
  const std::vector<Time>& all = times(chunk);
  return firsts_[chunk] + static_cast<uint64_t>(std::upper_bound(all.begin(), all.end(), time) - all.begin());
}

uint64_t StreamRows::before(const RowKey& key) {
  if (stream_ < key.stream) return upper(key.time);
  if (stream_ > key.stream) return lower(key.time);
  uint64_t from = lower(key.time);
  return key.position <= from ? from : std::min(upper(key.time), key.position);
}

}  // namespace tp
