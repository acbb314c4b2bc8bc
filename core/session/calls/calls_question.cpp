#include "core/session/calls/calls_question.h"

#include <utility>

#include "core/analysis/scheduling_unseen.h"
#include "core/session/calls/call_reading.h"
#include "core/session/job.h"

namespace tp {
namespace {

// Computes the profile of the calls on a worker's streams.
class CallsJob final : public Job {
 public:
  CallsJob(JoinedTimes joined, CallScope scope, TraceReader& reader)
      : scope_(std::move(scope)), calls_(scope_, reader), reading_(scope_, calls_, std::move(joined)) {}

  bool step(const JobSite& site, WireWriter& answer) override {
    if (reading_.step(site)) return true;
    calls_.write(answer);
    return false;
  }
  float progress() const override { return reading_.progress(); }

 private:
  CallScope scope_;
  CallsByTrace calls_;
  CallReading reading_;
};

}  // namespace

std::unique_ptr<Job> makeCallsJob(JobKind, WireReader& request, TraceReader& reader) {
  if (request.read<bool>()) return makeJob(JobKind::Waits, request, reader);
  auto joined = request.read<JoinedTimes>();
  return std::make_unique<CallsJob>(std::move(joined), request.read<CallScope>(), reader);
}

CallsQuestion::CallsQuestion(CallScope scope, uint32_t id, JobKind kind) : kind_(kind), profiles_(scope) {
  calls_.id = id;
  calls_.scope = std::move(scope);
}

void CallsQuestion::write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const {
  if (joiner_.write(index, worker, workers, out)) return;
  CallScope theirs = calls_.scope;
  limitStates(theirs, index);
  out(joiner_.timesFor(index, worker), theirs);
}

bool CallsQuestion::read(const TraceIndex& index, uint32_t worker, WireReader& in) {
  if (joiner_.asks()) return joiner_.read(index, worker, in);
  profiles_.merge(in);
  return !in.failed();
}

float CallsQuestion::asPart(float progress) const {
  return joiner_.asks() ? joiner_.asPart(progress) / 2 : progress;
}

void CallsQuestion::finish(const TraceIndex& index) {
  left_ = joiner_.asks();
  if (left_) return joiner_.finish(index);
  CallsOfTraces all = profiles_.whole();
  calls_.trackClass = all.trackClass;
  calls_.profile = std::move(all.profile);
  calls_.profile.states.add(joiner_.sums());
  calls_.functions = makeFunctionTable(calls_.profile, index.names(), all.apart);
}

}  // namespace tp
