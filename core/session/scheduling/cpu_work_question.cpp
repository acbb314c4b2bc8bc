#include "core/session/scheduling/cpu_work_question.h"

#include <algorithm>

#include "core/index/chunk_replay.h"
#include "core/session/unit_job.h"
#include "core/trace/sums.h"

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

// Computes what a CPU did from a worker's streams.
class CpuWorkJob final : public UnitJob {
 public:
  CpuWorkJob(const CpuWorkScope& scope, TraceReader& reader)
      : scope_(scope), collector_(scope, reader.tracks(), reader.names()) {}

  void writeAnswer(WireWriter& answer) override {
    answer(collector_.rows(), collector_.notRecorded(), collector_.idle(), collector_.idleWithInterrupts());
  }

 private:
  Chunks startUnit(const JobSite& site, const StreamIndexer& indexer) override;
  void chunk(const JobSite& site, size_t number) override;
  void endUnit(const StreamIndexer& indexer) override { collector_.finish(indexer.now()); }

  CpuWorkScope scope_;
  CpuWorkCollector collector_;
  ChunkRun run_;
};

// The same for several, one after the other.
class CpuWorksJob final : public Job {
 public:
  CpuWorksJob(const std::vector<CpuWorkScope>& scopes, TraceReader& reader) {
    for (const CpuWorkScope& scope : scopes) jobs_.push_back(std::make_unique<CpuWorkJob>(scope, reader));
  }

  bool step(const JobSite& site, WireWriter& answer) override {
    WireWriter unused;
    if (at_ < jobs_.size() && !jobs_[at_]->step(site, unused)) ++at_;
    if (at_ < jobs_.size()) return true;
    for (const auto& job : jobs_) job->writeAnswer(answer);
    return false;
  }
  float progress() const override {
    return jobs_.empty() ? 1 : static_cast<float>(at_) / static_cast<float>(jobs_.size());
  }

 private:
  std::vector<std::unique_ptr<CpuWorkJob>> jobs_;
  size_t at_ = 0;  // that is worked on
};

}  // namespace

UnitJob::Chunks CpuWorkJob::startUnit(const JobSite&, const StreamIndexer& indexer) {
  const std::vector<TrackId>& drawn = indexer.lanes().tracks();
  if (std::find(drawn.begin(), drawn.end(), scope_.track) == drawn.end() || indexer.chunks().empty()) return {};
  if (indexer.now() < scope_.begin || indexer.begin() > scope_.end || scope_.begin > scope_.end) return {};
  Chunks chunks{firstChunk(indexer, scope_.track, scope_.begin), indexer.chunks().size()};
  while (chunks.end > chunks.first + 1 && indexer.summaries()[chunks.end - 1].begin > scope_.end) --chunks.end;
  LaneState state;
  state.now = state.start = indexer.begin();
  for (const auto& [lane, known] : indexer.chunks()[chunks.first].lanes)
    if (lane == scope_.track) state = known;
  collector_.start(state);
  return chunks;
}

void CpuWorkJob::chunk(const JobSite& site, size_t number) {
  ChunkReplay& replay = run_.chunk(site.reader, unit(), site.files, *site.indexers[unit()], number);
  // The first one behind the range tells how the turn ends that goes on into it.
  replay.eachRecord([this](const Record& record, const auto& describe) { collector_.add(record, describe); });
}

std::unique_ptr<Job> makeCpuWorkJob(JobKind, WireReader& request, TraceReader& reader) {
  const auto scopes = request.read<std::vector<CpuWorkScope>>();
  if (request.failed() || scopes.size() > CpuWorkQuestion::kMaxScopes) return nullptr;
  return std::make_unique<CpuWorksJob>(scopes, reader);
}

const CpuWork* CpuWorkQuestion::workOf(const CpuWorkScope& scope) const {
  const auto found = std::find(scopes_.begin(), scopes_.end(), scope);
  return done() && found != scopes_.end() ? &works_[static_cast<size_t>(found - scopes_.begin())] : nullptr;
}

bool CpuWorkQuestion::asks(const CpuWorkScope& scope) const {
  return std::find(scopes_.begin(), scopes_.end(), scope) != scopes_.end();
}

void CpuWorkQuestion::write(const TraceIndex&, uint32_t, uint32_t, WireWriter& out) const {
  out(scopes_);
}

bool CpuWorkQuestion::read(const TraceIndex&, uint32_t, WireReader& in) {
  for (CpuWork& work : works_) {
    auto theirs = in.read<std::vector<CpuWork::Row>>();
    Time notRecorded = 0, idle = 0, idleWithInterrupts = 0;
    in(notRecorded, idle, idleWithInterrupts);
    if (in.failed()) return false;
    work.notRecorded = plus(work.notRecorded, std::max<Time>(0, notRecorded));
    work.idle = plus(work.idle, std::max<Time>(0, idle));
    work.idleWithInterrupts = plus(work.idleWithInterrupts, std::max<Time>(0, idleWithInterrupts));
    work.merge(theirs);
  }
  return true;
}

}  // namespace tp
