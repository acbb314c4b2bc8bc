#include "core/session/find/find_question.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/index/chunk_replay.h"
#include "core/session/job.h"

namespace tp {
namespace {

constexpr Time kLongAgo = std::numeric_limits<Time>::min();

// Finds the nearest beginning of a slice or instant of a given name on a worker's streams.
class FindJob final : public Job {
 public:
  explicit FindJob(FindScope scope);

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return progress_; }

 private:
  bool begin(const StreamIndexer& indexer, const TrackTable& tracks);
  bool done(const StreamIndexer& indexer) const;
  void chunk(const JobSite& site, const StreamIndexer& indexer);
  void take(const Record& record, const TrackTable& tracks);

  FindScope scope_;
  FoundPlace best_;
  bool open_ = false;  // in the middle of a stream
  uint32_t stream_ = 0;
  ChunkRun run_;
  size_t chunk_ = 0;
  // clock units after its beginning until which a slice may be recorded as a whole, and still be found
  Time reach_ = 0;
  std::vector<Time> now_;  // by track: the latest time seen; earlier times are raised to it
  float progress_ = 0;
};

}  // namespace

bool FoundPlace::nearer(const FoundPlace& other, bool forward, const TrackTable& tracks) const {
  if (track >= tracks.size() || other.track >= tracks.size()) return track < tracks.size();
  auto place = [&](const FoundPlace& at) { return std::tie(at.time, at.depth, tracks[at.track].key); };
  return forward ? place(*this) < place(other) : place(other) < place(*this);
}

FindJob::FindJob(FindScope scope) : scope_(std::move(scope)) {}

// Finds the chunk of a stream to start with. Returns false if the stream has nothing that is looked for.
bool FindJob::begin(const StreamIndexer& indexer, const TrackTable& tracks) {
  const std::vector<TrackId>& drawn = indexer.lanes().tracks();
  bool concerned = std::any_of(drawn.begin(), drawn.end(), [&](TrackId track) {
    return scope_.track != kNoTrack ? track == scope_.track
                                    : track < tracks.size() && tracks[track].key.kind == scope_.kind;
  });
  const std::vector<ChunkSummary>& chunks = indexer.summaries();
  if (!concerned || scope_.names.empty() || chunks.empty()) return false;
  // A slice that is longer is resident as a mark of its own, and found there.
  reach_ = Time{2} << std::min(indexer.lanes().baseLevel(), 40);
  if (scope_.forward) {
    chunk_ = chunkAt(chunks, scope_.from);
  } else {
    auto after = std::upper_bound(chunks.begin(), chunks.end(), scope_.from + reach_,
                                  [](Time time, const ChunkSummary& chunk) { return time < chunk.begin; });
    chunk_ = static_cast<size_t>(after - chunks.begin());
  }
  return true;
}

// Returns whether no chunk that is left can have anything nearer. Backwards, `chunk_` is the number of chunks left.
bool FindJob::done(const StreamIndexer& indexer) const {
  const std::vector<ChunkSummary>& chunks = indexer.summaries();
  bool found = best_.track != kNoTrack;
  if (scope_.forward) return chunk_ >= chunks.size() || (found && chunks[chunk_].begin > best_.time + reach_);
  return chunk_ == 0 || (found && chunks[chunk_ - 1].end < best_.time);
}

bool FindJob::step(const JobSite& site, WireWriter& answer) {
  const TrackTable& tracks = site.reader.tracks();
  for (uint32_t work = 0; stream_ < site.indexers.size();) {
    const StreamIndexer* indexer = site.indexers[stream_].get();
    if (indexer != nullptr && !open_) open_ = begin(*indexer, tracks);
    if (indexer == nullptr || !open_ || done(*indexer)) {
      open_ = false;
      ++stream_;
      continue;
    }
    if (work++ == kChunksPerStep) {
      progress_ = static_cast<float>(stream_) / static_cast<float>(site.indexers.size());
      return true;
    }
    if (!scope_.forward) --chunk_;
    chunk(site, *indexer);
    if (scope_.forward) ++chunk_;
  }
  progress_ = 1;
  answer(best_);
  return false;
}

void FindJob::chunk(const JobSite& site, const StreamIndexer& indexer) {
  const ChunkStart& start = indexer.chunks()[chunk_];
  now_.assign(site.reader.tracks().size(), kLongAgo);
  for (const auto& [track, state] : start.lanes)
    if (track < now_.size()) now_[track] = state.now;
  ChunkReplay& replay = run_.chunk(site.reader, stream_, site.files, indexer, chunk_);
  RecordBatch batch;
  while (replay.next(batch))
    for (uint32_t i = 0; i < batch.count; ++i) take(batch.records[i], site.reader.tracks());
}

void FindJob::take(const Record& record, const TrackTable& tracks) {
  if (!isDrawn(record) || record.kind == RecordKind::Counter || record.track >= now_.size()) return;
  Time& now = now_[record.track];
  now = std::max(now, record.time);
  if (record.kind == RecordKind::End || record.kind == RecordKind::Cut) return;
  if (std::find(scope_.names.begin(), scope_.names.end(), record.name) == scope_.names.end()) return;
  bool own = record.track == scope_.track;
  if (scope_.track != kNoTrack ? !own : tracks[record.track].key.kind != scope_.kind) return;
  FoundPlace place{record.track, now, record.depth};
  if (record.kind == RecordKind::Slice) place.time = std::min(record.begun(), now);
  bool beyond = scope_.forward ? place.time > scope_.from : place.time < scope_.from;
  if (own && place.time == scope_.from)
    beyond = scope_.forward ? place.depth > scope_.depth : place.depth < scope_.depth;
  if (beyond && place.nearer(best_, scope_.forward, tracks)) best_ = place;
}

std::unique_ptr<Job> makeFindJob(JobKind, WireReader& request, TraceReader& reader) {
  auto scope = request.read<FindScope>();
  std::vector<NameId> all;
  for (const NameId name : scope.names)
    for (const NameId same : reader.names().sameAs(name)) all.push_back(same);
  scope.names = std::move(all);
  return std::make_unique<FindJob>(std::move(scope));
}

void FindQuestion::write(const TraceIndex& index, uint32_t worker, uint32_t, WireWriter& out) const {
  FindScope theirs = scope_;
  // A worker that has never met the name or the track has nothing to find.
  const NumberMap& numbers = index.toWorker(worker);
  const auto unmet = [&](NameId name) { return name != kNoName && numbers.to(name) == kNoName; };
  if (scope_.track != kNoTrack && numbers.to(scope_.track) == kNoTrack) theirs.names.clear();
  std::erase_if(theirs.names, unmet);
  out(theirs);
}

bool FindQuestion::read(const TraceIndex& index, uint32_t, WireReader& in) {
  auto place = in.read<FoundPlace>();
  if (in.failed()) return false;
  if (place.track == kNoTrack) return true;
  if (place.nearer(found_, scope_.forward, index.tracks())) found_ = place;
  return true;
}

}  // namespace tp
