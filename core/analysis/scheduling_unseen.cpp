#include "core/analysis/scheduling_unseen.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/index/trace_spans.h"
#include "core/trace/sums.h"

namespace tp {
namespace {

// Returns for how long of the scope a mark of states is of the unknown one. An aggregate does not tell.
Time unknownIn(const SchedulingScope& scope, NameId unknown, const Mark& mark) {
  if (mark.aggregate() || mark.name != unknown) return 0;
  return std::max<Time>(0, std::min(mark.end, scope.end) - std::max(mark.begin, scope.begin));
}

}  // namespace

SchedulingScope drawnScope(const SchedulingScope& scope, const TraceIndex& index) {
  SchedulingScope drawn = scope.within(index.begin(), index.end());
  const std::vector<TimeBounds> bounds = boundsOfParts(index);
  for (size_t i = 0; i < bounds.size(); ++i)
    if (!bounds[i].empty() && bounds[i].begin > drawn.begin)
      drawn.begins.emplace_back(index.info().parts[i].number, bounds[i].begin);
  return drawn;
}

void limitStates(CallScope& scope, const TraceIndex& index) {
  if (scope.states == StateWeight::None) return;
  SchedulingScope drawn = drawnScope({scope.begin, scope.end}, index);
  scope.begin = drawn.begin;
  scope.end = drawn.end;
  scope.begins = std::move(drawn.begins);
}

void addUnseenThreads(Scheduling& scheduling, const TraceIndex& index) {
  const SchedulingScope scope = scheduling.scope.within(index.begin(), index.end());
  const NameId unknown = index.names().find(threadStateName(ThreadState::Unknown));
  if (unknown == kNoName) return;
  std::vector<bool> seen(index.tracks().size());
  for (const ThreadScheduling& one : scheduling.threads)
    if (one.thread < seen.size()) seen[one.thread] = true;
  for (const Lane& lane : index.lanes()) {
    const Track& track = index.tracks()[lane.track];
    if (scope.trace != kEveryTrace && track.key.trace != scope.trace) continue;
    if (track.key.kind != TrackKind::ThreadState || track.parent >= seen.size() || seen[track.parent]) continue;
    if (lane.bounds.empty() || lane.bounds.begin >= scope.end) continue;
    Time sum = 0;
    // It is the first mark of the lane and ends after the scope, so that no level for shorter ones has it.
    for (int level = firstShortLevel(scope.end - lane.bounds.begin); level <= kLevels; ++level)
      if (const std::vector<Mark>* marks = lane.levels.find(level))
        for (const Mark& mark : *marks) sum = plus(sum, unknownIn(scope, unknown, mark));
    for (const Mark& mark : lane.tail) sum = plus(sum, unknownIn(scope, unknown, mark));
    if (sum == 0) continue;
    seen[track.parent] = true;
    ThreadScheduling& row = scheduling.threads.emplace_back();
    row.thread = track.parent;
    row.times[static_cast<size_t>(ThreadState::Unknown)] = sum;
  }
}

void limitToTraces(Scheduling& scheduling, const TraceIndex& index) {
  const std::vector<TimeBounds> bounds = boundsOfParts(index);
  for (CpuScheduling& cpu : scheduling.cpus) {
    if (cpu.begin <= cpu.end) continue;
    for (size_t i = 0; i < bounds.size(); ++i) {
      if (index.info().parts[i].number != cpu.trace || bounds[i].empty()) continue;
      cpu.begin = bounds[i].begin;
      cpu.end = bounds[i].end;
    }
  }
}

}  // namespace tp
