#include "core/session/scheduling/scheduling_question.h"

#include "core/analysis/scheduling_unseen.h"

namespace tp {

void SchedulingQuestion::write(const TraceIndex& index, uint32_t worker, uint32_t, WireWriter& out) const {
  LatencyFilter theirs = filter();
  if (theirs.thread != kNoTrack) {
    // A worker that has never met the thread has nothing to tell.
    if (index.toWorker(worker).to(theirs.thread) == kNoTrack) theirs = {.shortest = 1, .longest = 0};
  }
  out(drawnScope(scheduling_.scope, index), theirs);
}

bool SchedulingQuestion::read(const TraceIndex&, uint32_t, WireReader& in) {
  const auto theirs = in.read<Scheduling>();
  if (in.failed()) return false;
  scheduling_.merge(theirs);
  return true;
}

void SchedulingQuestion::finish(const TraceIndex& index) {
  if (scheduling_.scope.ranged()) addUnseenThreads(scheduling_, index);
  limitToTraces(scheduling_, index);
  scheduling_.finish(index.begin(), index.end(), index.tracks(), index.names());
}

}  // namespace tp
