#include "core/sql/service/indexed_facts.h"

#include <utility>

#include "core/analysis/calls_by_trace.h"
#include "core/decode/record_driver.h"
#include "core/joint/open_traces.h"

namespace tp {

IndexedFacts::IndexedFacts(const FileSet& files, const JoinOptions& options, const std::atomic<bool>& cancelled,
                           std::function<void(double share)> tell)
    : files_(files), options_(options), cancelled_(cancelled), tell_(std::move(tell)), session_(*this) {}

void IndexedFacts::deliver() {
  std::vector<std::byte> message;
  while (worker_.take(message)) session_.receive(0, message, 0);
}

const TraceIndex& IndexedFacts::index() {
  if (indexed_) return session_.index();
  indexed_ = true;
  session_.beginOpen(files_.displayName(), 0);
  worker_.open(files_, 0, 1, options_);
  deliver();
  while (!cancelled_ && worker_.step()) {
    deliver();
    tell_(session_.progress().fraction());
  }
  deliver();
  if (session_.phase() == Phase::Failed) failure_ = session_.error();
  return session_.index();
}

const Scheduling& IndexedFacts::scheduling() {
  if (scheduling_) return scheduling_->scheduling();
  index();
  scheduling_ = std::make_shared<SchedulingQuestion>(SchedulingScope());
  session_.ask(scheduling_);
  while (!cancelled_ && !scheduling_->done() && session_.phase() == Phase::Ready) {
    worker_.step();
    deliver();
    tell_(-1);
  }
  return scheduling_->scheduling();
}

const TraceFacts::Functions& IndexedFacts::functions() {
  if (reader_) return functions_;
  auto opened = openTraces(files_, options_);
  if (!opened) {
    failure_ = opened.error().text();
    return functions_;
  }
  reader_ = std::move(*opened);
  CallScope scope;
  scope.stacks = false;
  CallsByTrace calls(scope, *reader_);
  RecordBatch batch;
  const size_t units = reader_->streams().size() + reader_->merges().size();
  for (size_t unit = 0; unit < units; ++unit) {
    if (!mayCount(scope, *reader_, unit)) continue;
    const auto driver = makeDriver(*reader_, unit);
    calls.of(unit).startStream();
    while (!cancelled_ && driver->pull(batch, files_) == RecordDriver::Step::Batch) {
      calls.of(unit).add(batch);
      tell_(static_cast<double>(unit) / static_cast<double>(units));
    }
    calls.of(unit).endStream();
  }
  CallsOfTraces all = calls.whole();
  functions_.names = &reader_->names();
  functions_.table = makeFunctionTable(all.profile, reader_->names(), all.apart);
  return functions_;
}

}  // namespace tp
