#include "core/session/waits/waits_question.h"

#include "core/analysis/waits/wait_calls.h"
#include "core/analysis/waits/wait_lanes_builder.h"
#include "core/analysis/waits/wait_stacks.h"
#include "core/session/scheduling/scheduling_job.h"

namespace tp {
namespace {

// Packs the states that a worker's streams and merges tell.
class WaitsJob final : public Job {
 public:
  WaitsJob(const SchedulingScope& scope, TraceReader& reader)
      : scheduling_(scope, reader), calls_(reader.tracks()), lanes_(reader.tracks()) {
    scheduling_.watchRecords([this](uint32_t unit, const RecordBatch& batch) { calls_.add(unit, batch); });
    scheduling_.watchStacks([this](uint32_t unit, const SwitchStack& stack) { stacks_.add(unit, stack); });
    scheduling_.watch([this](uint32_t unit, const StateSpan& span) {
      lanes_.add(unit, span, calls_.of(span.thread, span.begin), stacks_.of(unit, span.thread, span.begin));
    });
  }

  bool step(const JobSite& site, WireWriter& answer) override {
    WireWriter figures;  // are not asked for
    if (scheduling_.step(site, figures)) return true;
    WaitLanes lanes = lanes_.take();
    lanes.stacks = std::move(stacks_.stacks());
    answer(lanes);
    return false;
  }
  float progress() const override { return scheduling_.progress(); }

 private:
  SchedulingJob scheduling_;
  WaitCalls calls_;
  WaitStacks stacks_;
  WaitLanesBuilder lanes_;
};

}  // namespace

std::unique_ptr<Job> makeWaitsJob(JobKind, WireReader& request, TraceReader& reader) {
  return std::make_unique<WaitsJob>(request.read<SchedulingScope>(), reader);
}

void WaitsQuestion::write(const TraceIndex& index, uint32_t, uint32_t, WireWriter& out) const {
  out(SchedulingScope().within(index.begin(), index.end()));
}

bool WaitsQuestion::read(const TraceIndex& index, uint32_t worker, WireReader& in) {
  auto theirs = in.read<WaitLanes>();
  if (in.failed()) return false;
  graph_->merge(std::move(theirs), {[&](TrackId track) { return index.toTrack(worker, track); },
                                    [&](NameId name) { return index.toName(worker, name); }});
  return true;
}

}  // namespace tp
