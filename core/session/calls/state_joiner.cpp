#include "core/session/calls/state_joiner.h"

#include <algorithm>

#include "core/analysis/scheduling_unseen.h"
#include "core/analysis/waits/times_of_joined.h"

namespace tp {
namespace {

bool mayJoin(const TraceIndex& index) {
  const std::vector<TracePart>& parts = index.info().parts;
  return std::any_of(parts.begin(), parts.end(), [&](const TracePart& kernel) {
    return kernel.traits.kernel && std::any_of(parts.begin(), parts.end(), [&](const TracePart& program) {
             return !program.traits.kernel && program.traits.calls && kernel.agreesWith(program);
           });
  });
}

}  // namespace

void StateJoiner::begin(const CallScope& scope, const TraceIndex& index) {
  if (begun_) return;
  begun_ = true;
  if (scope.states == StateWeight::None || scope.trace != kEveryTrace || !mayJoin(index)) return;
  scope_ = scope;
  limitStates(scope_, index);
  waits_ = std::make_unique<WaitsQuestion>(true);
}

bool StateJoiner::write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const {
  out(asks());
  if (waits_) waits_->write(index, worker, workers, out);
  return asks();
}

void StateJoiner::finish(const TraceIndex& index) {
  waits_->finish(index);
  if (waits_->goesOn()) return;
  times_ = timesOfJoined(*waits_->graph(), index, scope_, sums_);
  waits_.reset();
}

JoinedTimes StateJoiner::timesFor(const TraceIndex& index, uint32_t worker) const {
  JoinedTimes theirs;
  if (times_.none()) return theirs;
  const auto met = [&numbers = index.toWorker(worker)](TrackId track) { return numbers.to(track) != kNoTrack; };
  for (const TrackId track : times_.left)
    if (met(track)) theirs.left.push_back(track);
  for (const JoinedTimes::Thread& thread : times_.threads)
    if (met(thread.thread)) theirs.threads.push_back(thread);
  if (theirs.threads.empty()) return theirs;
  theirs.stacks = times_.stacks;
  theirs.names = times_.names;
  return theirs;
}

}  // namespace tp
