#include "native/cli/calls.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <thread>

#include "core/analysis/calls_by_trace.h"
#include "core/analysis/sample_growth.h"
#include "core/decode/record_driver.h"
#include "core/joint/open_traces.h"
#include "native/pool/thread_pool.h"

namespace tp::cli {
namespace {

uint64_t bytesOf(const TraceReader& reader, size_t stream) {
  if (stream < reader.streams().size()) return reader.streams()[stream].bytes();
  uint64_t sum = 0;
  for (uint32_t input : reader.merges()[stream - reader.streams().size()].inputs)
    sum += reader.streams()[input].bytes();
  return sum;
}

// Shared by the threads: which units there are, the largest first, which is the next one, and the progress in bytes.
struct Work {
  std::vector<size_t> order;
  uint64_t bytes = 0;
  std::atomic<size_t> next{0};
  std::atomic<uint64_t> done{0};
  std::atomic<uint32_t> busy{0};
};

// What one thread has: its own reader of the same files.
struct Part {
  std::unique_ptr<TraceReader> own;  // null for the first part, which has the caller's
  std::unique_ptr<CallsByTrace> calls;
};

void work(Work& shared, TraceReader& reader, const FileSet& files, CallsByTrace& all) {
  RecordBatch batch;
  for (size_t i; (i = shared.next++) < shared.order.size();) {
    std::unique_ptr<RecordDriver> driver = makeDriver(reader, shared.order[i]);
    uint64_t told = 0;
    CallAggregator& calls = all.of(shared.order[i]);
    calls.startStream();
    while (driver->pull(batch, files) == RecordDriver::Step::Batch) {
      addWithSamples(calls, *driver, batch);
      if (driver->bytesDone() - told < (uint64_t{1} << 20)) continue;
      shared.done += driver->bytesDone() - told;
      told = driver->bytesDone();
    }
    calls.endStream();
  }
  --shared.busy;
}

void showProgress(const Work& shared) {
  while (shared.busy > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    double part = static_cast<double>(shared.done) / static_cast<double>(std::max<uint64_t>(1, shared.bytes));
    std::fprintf(stderr, "\rreading %3.0f %% ", 100 * part);
  }
  std::fprintf(stderr, "\r\033[K");
}

// Returns the first reader's ids of another reader's tracks.
std::vector<TrackId> sameTracks(TraceReader& first, const TrackTable& tracks) {
  std::vector<Track> all;
  all.reserve(tracks.size());
  for (TrackId track = 0; track < tracks.size(); ++track) all.push_back(tracks[track]);
  return first.tracks().addAll(all);
}

// Passes all calls to `take`.
bool count(const TraceArguments& traces, const CallScope& scope, TraceCalls& out,
           const std::function<void(CallsByTrace&)>& take) {
  auto opened = openOrComplain(traces);
  if (!opened) return false;
  out.trace = std::move(*opened);
  TraceReader& first = *out.trace.reader;

  Work shared;
  for (size_t unit = 0; unit < first.streams().size() + first.merges().size(); ++unit)
    if (mayCount(scope, first, unit)) shared.order.push_back(unit);
  std::stable_sort(shared.order.begin(), shared.order.end(),
                   [&](size_t a, size_t b) { return bytesOf(first, a) > bytesOf(first, b); });
  for (size_t stream : shared.order) shared.bytes += bytesOf(first, stream);

  size_t threads = std::clamp<size_t>(traces.threads > 0 ? traces.threads : native::usableCores(), 1,
                                      std::max<size_t>(1, shared.order.size()));
  std::vector<Part> parts(threads);
  for (size_t i = 0; i < threads; ++i) {
    if (i > 0) {
      auto again = openTraces(out.trace.files, out.trace.join);
      if (!again) continue;
      parts[i].own = std::move(*again);
    }
    TraceReader& reader = i == 0 ? first : *parts[i].own;
    parts[i].calls = std::make_unique<CallsByTrace>(scope, reader);
  }
  std::vector<std::thread> running;
  shared.busy = 1;
  for (size_t i = 1; i < threads; ++i) {
    if (!parts[i].own) continue;
    ++shared.busy;
    running.emplace_back([&, i] { work(shared, *parts[i].own, out.trace.files, *parts[i].calls); });
  }
  if (isatty(STDERR_FILENO) != 0) running.emplace_back([&] { showProgress(shared); });
  work(shared, first, out.trace.files, *parts[0].calls);
  for (std::thread& thread : running) thread.join();

  for (size_t i = 1; i < threads; ++i) {
    if (!parts[i].own) continue;
    TraceReader& reader = *parts[i].own;
    // What tells functions apart depends on all functions that were met, so all names are taken over.
    NumberMap numbers{{}, sameTracks(first, reader.tracks())};
    for (NameId name = 0; name < reader.names().size(); ++name)
      numbers.names.push_back(first.names().take(reader.names(), name));
    parts[0].calls->merge(std::move(*parts[i].calls), numbers);
    first.warnings().take(reader.warnings().since(0));
  }
  take(*parts[0].calls);
  return true;
}

}  // namespace

bool collectCalls(const TraceArguments& traces, const CallScope& scope, TraceCalls& out) {
  return count(traces, scope, out, [&](CallsByTrace& calls) {
    CallsOfTraces all = calls.whole();
    out.profile = std::move(all.profile);
    out.apart = std::move(all.apart);
  });
}

bool collectStacks(const TraceArguments& traces, const CallScope& scope, TraceCalls& out) {
  return count(traces, scope, out, [&](CallsByTrace& calls) { out.stacks.emplace(calls.loggedStacks()); });
}

void limit(CallScope& scope, const TimeRange& range) {
  if (!range.limited()) return;
  scope.begin = range.from;
  scope.end = range.to;
}

}  // namespace tp::cli
