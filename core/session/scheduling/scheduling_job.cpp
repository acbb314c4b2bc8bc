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
  const StreamInfo& stream = reader.streams()[unit()];
  if (std::optional<std::vector<TimeRange>> missing = reader.missingSwitches(unit()))
    scheduling_.addRecorded(stream, *missing);
  else
    scheduling_.addRecorded(stream, indexer.recorded());
}

UnitJob::Chunks SchedulingJob::startUnit(const JobSite& site, const StreamIndexer& indexer) {
  if (scope_.trace != kEveryTrace && traceOfUnit(site.reader, unit()) != scope_.trace) return {};
  bool merge = unit() >= site.reader.streams().size();
  if (!merge) addRecorded(site.reader, indexer);
  const TrackTable& tracks = site.reader.tracks();
  const std::vector<TrackId>& drawn = indexer.lanes().tracks();
  auto ofThread = [&](TrackId track) { return tracks[track].key.kind == TrackKind::Thread; };
  const bool drawsThreads = std::any_of(drawn.begin(), drawn.end(), ofThread);
  if (!tellsScheduling(site.reader, unit(), drawsThreads) || indexer.chunks().empty()) return {};
  Chunks chunks{0, indexer.chunks().size()};
  if (scope_.ranged()) {
    if (indexer.now() < scope_.begin || indexer.begin() > scope_.end) return {};
    NameId running = site.reader.names().find(threadStateName(ThreadState::Running));
    chunks.first = firstChunk(indexer, tracks, running, scope_.begin);
    while (chunks.end > chunks.first + 1 && indexer.summaries()[chunks.end - 1].begin > scope_.end) --chunks.end;
    if (stacks_) chunks.end = std::min(chunks.end + 1, indexer.chunks().size());
  }
  scheduling_.ofTrace(traceOfUnit(site.reader, unit()));
  if (chunks.first == 0) {
    scheduling_.startUnit(merge);
  } else {
    scheduling_.startChunk(merge, indexer.begin(), indexer.chunks()[chunks.first].lanes);
  }
  return chunks;
}

void SchedulingJob::chunk(const JobSite& site, size_t number) {
  ChunkReplay& replay = run_.chunk(site.reader, unit(), site.files, *site.indexers[unit()], number);
  RecordBatch batch;
  while (replay.next(batch)) {
    if (records_) records_(unit(), batch);
    scheduling_.add(batch);
  }
}

// Reads the scope, and which latencies are asked for one by one.
std::unique_ptr<Job> makeSchedulingJob(JobKind, WireReader& request, TraceReader& reader) {
  const auto scope = request.read<SchedulingScope>();
  return std::make_unique<SchedulingJob>(scope, reader, request.read<LatencyFilter>());
}

}  // namespace tp
