// Speed of decoding, of indexing and of the visible-range query, on one core. The trace is $TP_BENCH_TRACE.
#include <benchmark/benchmark.h>

#include "bench/bench_trace.h"
#include "core/decode/record_driver.h"
#include "core/formats/registry.h"
#include "core/index/piece_writer.h"
#include "core/session/index_worker.h"

namespace {

using tp::bench::LocalPort, tp::bench::deliver, tp::bench::trace;

void count(benchmark::State& state, uint64_t records) {
  state.counters["records/s"] = benchmark::Counter(static_cast<double>(records), benchmark::Counter::kIsRate);
}

// Decoders alone.
void decode(benchmark::State& state) {
  const tp::FileSet* files = trace();
  if (files == nullptr) return state.SkipWithError("TP_BENCH_TRACE names no trace");
  uint64_t records = 0;
  tp::RecordBatch batch;
  for (auto _ : state) {
    auto reader = tp::openTrace(*files);
    if (!reader) return state.SkipWithError("the trace can't be opened");
    for (size_t i = 0; i < (*reader)->streams().size(); ++i) {
      auto driver = tp::makeDriver(**reader, i);
      while (driver->pull(batch, *files) == tp::RecordDriver::Step::Batch) records += batch.count;
    }
  }
  count(state, records);
}
BENCHMARK(decode)->Unit(benchmark::kMillisecond);

// The worker's half: decoding, levels of detail, chunks, messages.
void indexWorker(benchmark::State& state) {
  const tp::FileSet* files = trace();
  if (files == nullptr) return state.SkipWithError("TP_BENCH_TRACE names no trace");
  uint64_t bytes = 0;
  for (auto _ : state) {
    tp::IndexWorker worker;
    worker.open(*files, 0, 1);
    std::vector<std::byte> message;
    do {
      while (worker.take(message)) bytes += message.size();
    } while (worker.step());
    while (worker.take(message)) bytes += message.size();
  }
  state.counters["message bytes"] = static_cast<double>(bytes) / static_cast<double>(state.iterations());
}
BENCHMARK(indexWorker)->Unit(benchmark::kMillisecond);

// Both halves: until the trace is ready.
void indexAll(benchmark::State& state) {
  const tp::FileSet* files = trace();
  if (files == nullptr) return state.SkipWithError("TP_BENCH_TRACE names no trace");
  uint64_t records = 0;
  uint64_t resident = 0;
  for (auto _ : state) {
    tp::IndexWorker worker;
    LocalPort port(worker);
    tp::Session session(port);
    session.beginOpen("bench", 0);
    worker.open(*files, 0, 1);
    do deliver(worker, session);
    while (worker.step());
    deliver(worker, session);
    records += session.index().records();
    resident = session.index().memoryBytes();
  }
  count(state, records);
  state.counters["index bytes"] = static_cast<double>(resident);
}
BENCHMARK(indexAll)->Unit(benchmark::kMillisecond);

// What a frame asks at a zoom of 2^-range of the whole, details at hand.
void query(benchmark::State& state) {
  const tp::FileSet* files = trace();
  if (files == nullptr) return state.SkipWithError("TP_BENCH_TRACE names no trace");
  tp::IndexWorker worker;
  LocalPort port(worker);
  tp::Session session(port);
  session.beginOpen("bench", 0);
  worker.open(*files, 0, 1);
  do deliver(worker, session);
  while (worker.step());
  const tp::TraceIndex& index = session.index();
  tp::Time length = std::max<tp::Time>(1, (index.end() - index.begin()) >> state.range(0));
  tp::Time begin = index.begin() + (index.end() - index.begin()) / 2;
  int level = std::max(0, tp::firstShortLevel(length / 2000) - 1);
  std::vector<tp::Mark> marks;
  auto ask = [&] {
    marks.clear();
    session.beginFrame();
    for (tp::TrackId track = 0; track < index.tracks().size(); ++track)
      session.query(track, begin, begin + length, level, marks);
    session.endFrame();
  };
  do {
    ask();
    deliver(worker, session);
  } while (session.waiting());
  for (auto _ : state) ask();
  state.counters["marks"] = static_cast<double>(marks.size());
}
BENCHMARK(query)->Arg(0)->Arg(4)->Arg(8)->Arg(12)->Arg(16)->Arg(20)->Unit(benchmark::kMicrosecond);

}  // namespace
