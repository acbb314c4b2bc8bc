#include "core/session/waits/waits_question.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/analysis/scheduling_unseen.h"
#include "core/analysis/waits/user_wait_calls.h"
#include "core/analysis/waits/wait_calls.h"
#include "core/analysis/waits/wait_lanes_builder.h"
#include "core/analysis/waits/wait_stacks.h"
#include "core/index/chunk_replay.h"
#include "core/session/scheduling/scheduling_job.h"

namespace tp {
namespace {

// Packs the states that a worker's streams and merges tell.
class WaitsJob final : public Job {
 public:
  WaitsJob(const SchedulingScope& scope, TraceReader& reader)
      : scheduling_(scope, reader), calls_(reader.tracks()), lanes_(reader.tracks()) {
    scheduling_.watchRecords([this](uint32_t unit, const RecordBatch& batch) { calls_.add(unit, batch); });
    scheduling_.watchSides([this](uint32_t unit, const SwitchStack& stack) { stacks_.add(unit, stack); },
                           [this](const WakingRequest& request) {
                             if (requests_.size() < WaitLanes::kMaxRequests) requests_.push_back(request);
                           });
    scheduling_.watch([this](uint32_t unit, const StateSpan& span) {
      const uint32_t waking = span.woken ? stacks_.ofWaking(unit, span.thread, span.wokenAt) : 0;
      lanes_.add(unit, span, {calls_.of(span.thread, span.begin), stacks_.of(unit, span.thread, span.begin), waking});
    });
  }

  bool step(const JobSite& site, WireWriter& answer) override {
    constexpr size_t kPart = size_t{1} << 20;
    WireWriter figures;  // are not asked for
    if (!packed_) {
      if (scheduling_.step(site, figures)) return true;
      packed_ = lanes_.take();
      packed_->stacks = std::move(stacks_.stacks());
      packed_->requests = std::move(requests_);
    }
    answer(packed_->takePart(kPart));
    return !packed_->empty();
  }
  float progress() const override { return scheduling_.progress(); }

 private:
  SchedulingJob scheduling_;
  WaitCalls calls_;
  WaitStacks stacks_;
  std::vector<WakingRequest> requests_;
  WaitLanesBuilder lanes_;
  std::optional<WaitLanes> packed_;  // what has not been told, when all is known
};

// Finds the calls of waits in a worker's streams of programs.
class UserCallsJob final : public UnitJob {
 public:
  explicit UserCallsJob(std::vector<UserWaits> asked) : finder_(std::move(asked)) {}

 private:
  Chunks startUnit(const JobSite& site, const StreamIndexer& indexer) override {
    const std::vector<TrackId>& drawn = indexer.lanes().tracks();
    const auto asked = [this](TrackId track) { return finder_.asksFor(track); };
    // A merge has the same calls again.
    if (unit() >= site.reader.streams().size() || !std::any_of(drawn.begin(), drawn.end(), asked)) return {};
    return {0, indexer.chunks().size()};
  }
  void chunk(const JobSite& site, size_t number) override {
    ChunkReplay& replay = run_.chunk(site.reader, unit(), site.files, *site.indexers[unit()], number);
    RecordBatch batch;
    while (replay.next(batch)) finder_.add(batch);
  }
  void endUnit(const StreamIndexer&) override { finder_.endUnit(); }
  void writeAnswer(WireWriter& answer) override { answer(finder_.take()); }

  UserCallFinder finder_;
  ChunkRun run_;
};

}  // namespace

std::unique_ptr<Job> makeWaitsJob(JobKind, WireReader& request, TraceReader& reader) {
  if (request.read<bool>()) return std::make_unique<UserCallsJob>(request.read<std::vector<UserWaits>>());
  return std::make_unique<WaitsJob>(request.read<SchedulingScope>(), reader);
}

void WaitsQuestion::write(const TraceIndex& index, uint32_t worker, uint32_t, WireWriter& out) const {
  out(joiner_.asks());
  if (joiner_.asks())
    out(joiner_.requestTo(index, worker));
  else
    out(drawnScope(SchedulingScope(), index));
}

bool WaitsQuestion::read(const TraceIndex&, uint32_t worker, WireReader& in) {
  if (joiner_.asks()) {
    for (UserCalls& said : in.read<std::vector<UserCalls>>()) {
      if (!joiner_.take(std::move(said))) return false;
    }
    return !in.failed();
  }
  auto theirs = in.read<WaitLanes>();
  if (in.failed()) return false;
  graph_->merge(std::move(theirs), worker);
  return true;
}

void WaitsQuestion::finish(const TraceIndex& index) {
  if (joiner_.asks()) return joiner_.finish(*graph_);
  graph_->finish(index.tracks());
  joiner_.find(*graph_, index);
}

}  // namespace tp
