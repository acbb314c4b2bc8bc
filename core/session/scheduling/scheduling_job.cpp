#include "core/session/scheduling/scheduling_job.h"

#include <algorithm>

#include "core/analysis/scheduling_units.h"

namespace tp {
namespace {

// Returns the chunk to begin with. If a thread runs that got its CPU before, that is the chunk that tells which CPU it
// is.
size_t firstChunk(const StreamIndexer& indexer, const TrackTable& tracks, NameId running, Time begin) {
  size_t first = std::min(chunkAt(indexer.summaries(), begin), indexer.chunks().size() - 1);
  Time earliest = begin;
  for (const auto& [track, state] : indexer.chunks()[first].lanes) {
    if (state.open.empty() || state.open[0].present == 0) continue;
    TrackKind kind = tracks[track].key.kind;
    bool runs = kind == TrackKind::ThreadState && state.open[0].name == running;
    if (runs || kind == TrackKind::Cpu) earliest = std::min(earliest, state.open[0].begin);
  }
  return std::min(first, chunkAt(indexer.summaries(), earliest));
}

}  // namespace

void SchedulingJob::addRecorded(TraceReader& reader, const StreamIndexer& indexer) {
  const StreamInfo& stream = reader.streams()[unit_];
  if (std::optional<std::vector<TimeRange>> missing = reader.missingSwitches(unit_))
    scheduling_.addRecorded(stream, *missing);
  else
    scheduling_.addRecorded(stream, indexer.recorded());
}

// Returns false if the unit tells nothing about scheduling.
bool SchedulingJob::startUnit(const JobSite& site) {
  if (!site.indexers[unit_]) return false;
  const StreamIndexer& indexer = *site.indexers[unit_];
  bool merge = unit_ >= site.reader.streams().size();
  if (!merge) addRecorded(site.reader, indexer);
  const TrackTable& tracks = site.reader.tracks();
  const std::vector<TrackId>& drawn = indexer.lanes().tracks();
  auto ofThread = [&](TrackId track) { return tracks[track].key.kind == TrackKind::Thread; };
  const bool drawsThreads = std::any_of(drawn.begin(), drawn.end(), ofThread);
  if (!tellsScheduling(site.reader, unit_, drawsThreads) || indexer.chunks().empty()) return false;
  chunk_ = 0;
  end_ = indexer.chunks().size();
  if (scope_.ranged()) {
    if (indexer.now() < scope_.begin || indexer.begin() > scope_.end) return false;
    NameId running = site.reader.names().find(threadStateName(ThreadState::Running));
    chunk_ = firstChunk(indexer, tracks, running, scope_.begin);
    while (end_ > chunk_ + 1 && indexer.summaries()[end_ - 1].begin > scope_.end) --end_;
  }
  if (chunk_ == 0) {
    scheduling_.startUnit(merge);
  } else {
    scheduling_.startChunk(merge, indexer.begin(), indexer.chunks()[chunk_].lanes);
  }
  return open_ = true;
}

bool SchedulingJob::step(const JobSite& site, WireWriter& answer) {
  for (uint32_t work = 0; unit_ < site.indexers.size();) {
    if (!open_ && !startUnit(site)) {
      ++unit_;
      continue;
    }
    if (chunk_ >= end_) {
      scheduling_.endUnit(site.indexers[unit_]->now());
      open_ = false;
      ++unit_;
      continue;
    }
    if (work++ == kChunksPerStep) {
      float within = static_cast<float>(chunk_) / static_cast<float>(end_);
      progress_ = (static_cast<float>(unit_) + within) / static_cast<float>(site.indexers.size());
      return true;
    }
    chunk(site);
    ++chunk_;
  }
  progress_ = 1;
  answer(scheduling_.result());
  return false;
}

void SchedulingJob::chunk(const JobSite& site) {
  ChunkReplay& replay = run_.chunk(site.reader, unit_, site.files, *site.indexers[unit_], chunk_);
  RecordBatch batch;
  while (replay.next(batch)) scheduling_.add(batch);
}

std::unique_ptr<Job> makeSchedulingJob(WireReader& request, TraceReader& reader) {
  const auto scope = request.read<SchedulingScope>();
  return std::make_unique<SchedulingJob>(scope, reader, request.read<LatencyFilter>());
}

}  // namespace tp
