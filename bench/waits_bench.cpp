// Speed and size of the wait graph, and of the critical path over all of a trace, on one core. The trace is
// $TP_BENCH_TRACE.
#include <benchmark/benchmark.h>

#include <memory>

#include "bench/bench_trace.h"
#include "bench/heap_growth.h"
#include "core/analysis/waits/path_search.h"
#include "core/analysis/waits/wake_chains.h"
#include "core/session/waits/waits_question.h"

namespace {

using tp::bench::LocalPort, tp::bench::deliver, tp::bench::trace;

// An indexed trace.
struct Indexed {
  explicit Indexed(const tp::FileSet& files) : port(worker), session(port) {
    session.beginOpen("bench", 0);
    worker.open(files, 0, 1);
    settle();
  }
  void settle() {
    do deliver(worker, session);
    while (worker.step());
    deliver(worker, session);
  }
  std::shared_ptr<const tp::WaitGraph> waits() {
    auto question = std::make_shared<tp::WaitsQuestion>();
    session.ask(question);
    settle();
    return question->graph();
  }

  tp::IndexWorker worker;
  LocalPort port;
  tp::Session session;
};

void waitGraph(benchmark::State& state) {
  const tp::FileSet* files = trace();
  if (files == nullptr) return state.SkipWithError("TP_BENCH_TRACE names no trace");
  Indexed indexed(*files);
  std::shared_ptr<const tp::WaitGraph> graph;
  uint64_t records = 0;
  for (auto _ : state) {
    graph = indexed.waits();
    records += indexed.session.index().records();
  }
  state.counters["records/s"] = benchmark::Counter(static_cast<double>(records), benchmark::Counter::kIsRate);
  state.counters["segments"] = static_cast<double>(graph->segmentCount());
  state.counters["bytes"] = static_cast<double>(graph->memoryBytes());
  state.counters["bytes/record"] =
      static_cast<double>(graph->memoryBytes()) / static_cast<double>(indexed.session.index().records());
}
BENCHMARK(waitGraph)->Unit(benchmark::kMillisecond);

// Of the thread whose path has the most segments, among the first hundred.
void wholePath(benchmark::State& state) {
  const tp::FileSet* files = trace();
  if (files == nullptr) return state.SkipWithError("TP_BENCH_TRACE names no trace");
  Indexed indexed(*files);
  const std::shared_ptr<const tp::WaitGraph> graph = indexed.waits();
  const tp::TraceIndex& index = indexed.session.index();
  tp::TrackId longest = tp::kNoTrack;
  size_t most = 0, tried = 0;
  for (const tp::TrackId thread : graph->threads()) {
    if (++tried > 100) break;
    const size_t segments = tp::criticalPath(*graph, thread, index.begin(), index.end()).size();
    if (segments > most) longest = thread;
    most = std::max(most, segments);
  }
  for (auto _ : state) benchmark::DoNotOptimize(tp::criticalPath(*graph, longest, index.begin(), index.end()));
  state.counters["segments"] = static_cast<double>(most);
  // What it takes to find the path and to sum it up, as the page does.
  constexpr size_t kSteps = 20'000;
  tp::bench::HeapGrowth search, all;
  auto finder = std::make_unique<tp::PathSearch>(*graph, longest, index.begin(), index.end());
  while (finder->step(kSteps)) search.look();
  const tp::CriticalPath path = finder->take();
  state.counters["search_bytes"] = static_cast<double>(search.most());
  finder.reset();
  tp::ChainSums sums(path);
  while (sums.step(kSteps)) all.look();
  const tp::WakeChains chains = sums.chains(*graph, index.tracks(), index.names());
  state.counters["all_bytes"] = static_cast<double>(all.most());
  state.counters["path_bytes"] = static_cast<double>(path.memoryBytes());
  state.counters["lines"] = static_cast<double>(path.lines().size());
  state.counters["parts"] = static_cast<double>(chains.parts.size());
}
BENCHMARK(wholePath)->Unit(benchmark::kMillisecond);

}  // namespace
