#include "native/cli/compare_times.h"

#include <limits>
#include <utility>

#include "core/analysis/compare/side_waits.h"
#include "core/export/scheduling_text.h"
#include "core/session/compare/latency_questions.h"
#include "core/session/waits/waits_question.h"

namespace tp::cli {

SideTimes latenciesOf(Side& side) {
  const TraceIndex& index = side.trace.index();
  LatencyQuestions questions(scopeOf(side), side.tids, index);
  while (std::shared_ptr<Question> next = questions.next()) side.trace.ask(next);
  SideTimes times = questions.times(index);
  const ComparedSide of = sideOf(side);
  times.side.name = of.name;
  times.side.part = of.part;
  return times;
}

SideTimes waitsOf(Side& side) {
  const TraceIndex& index = side.trace.index();
  ComparedSide of = sideOf(side);
  const Scheduling& scheduling = side.scheduling();
  if (scheduling.switches) of.gaps = schedulingGaps(scheduling, of.clock, index.tracks(), side.tids);
  auto question = std::make_shared<WaitsQuestion>();
  side.trace.ask(question);
  const std::shared_ptr<const WaitGraph> graph = question->graph();
  WaitSums sums(*graph, index.tracks(), index.names(), {of.begin, of.end, kEveryTrace, side.tids}, middleOf(of));
  while (sums.step(std::numeric_limits<size_t>::max())) continue;
  return sideWaits(std::move(of), *graph, sums.take());
}

}  // namespace tp::cli
