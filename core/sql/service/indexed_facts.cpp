#include "core/sql/service/indexed_facts.h"

#include <utility>

#include "core/decode/record_driver.h"
#include "core/joint/open_traces.h"
#include "core/session/compare/compared_functions.h"

namespace tp {

IndexedFacts::IndexedFacts(const FileSet& files, const JoinOptions& options, const std::atomic<bool>& cancelled,
                           std::function<void(double share)> tell)
    : files_(files), options_(options), cancelled_(cancelled), tell_(std::move(tell)), session_(*this) {}

void IndexedFacts::deliver() {
  std::vector<std::byte> message;
  while (worker_.take(message)) session_.receive(0, message, 0);
}

void IndexedFacts::takeIndex(Bytes block) {
  if (indexed_) return;
  if (!std::exchange(given_, true)) session_.beginOpen(files_.displayName(), 0);
  if (!session_.takeKept(block)) session_.dropKept();
}

const TraceIndex& IndexedFacts::index() {
  if (indexed_) return session_.index();
  indexed_ = true;
  if (session_.kept()) {
    worker_.openKept(files_, 0, 1, options_);
  } else {
    session_.beginOpen(files_.displayName(), 0);
    worker_.open(files_, 0, 1, options_);
  }
  deliver();
  while (!cancelled_ && worker_.step()) {
    deliver();
    tell_(session_.progress().fraction());
  }
  deliver();
  if (session_.phase() == Phase::Failed) failure_ = session_.error();
  return session_.index();
}

void IndexedFacts::ask(const std::shared_ptr<Question>& question) {
  index();
  session_.ask(question);
  while (!cancelled_ && !question->done() && session_.phase() == Phase::Ready) {
    worker_.step();
    deliver();
    tell_(-1);
  }
}

const Scheduling& IndexedFacts::scheduling() {
  if (!scheduling_) {
    scheduling_ = std::make_shared<SchedulingQuestion>(SchedulingScope());
    ask(scheduling_);
  }
  return scheduling_->scheduling();
}

const WaitGraph& IndexedFacts::waits() {
  if (!waits_) {
    waits_ = std::make_shared<WaitsQuestion>();
    ask(waits_);
  }
  return *waits_->graph();
}

std::unique_ptr<TraceReader> IndexedFacts::count(const CallScope& scope, CallsOfTraces& calls) {
  auto opened = openTraces(files_, options_);
  if (!opened) {
    failure_ = opened.error().text();
    return nullptr;
  }
  std::unique_ptr<TraceReader> reader = std::move(*opened);
  CallsByTrace counted(scope, *reader);
  RecordBatch batch;
  const size_t units = reader->streams().size() + reader->merges().size();
  for (size_t unit = 0; unit < units; ++unit) {
    if (!mayCount(scope, *reader, unit)) continue;
    const auto driver = makeDriver(*reader, unit);
    counted.of(unit).startStream();
    while (!cancelled_ && driver->pull(batch, files_) == RecordDriver::Step::Batch) {
      counted.of(unit).add(batch);
      tell_(static_cast<double>(unit) / static_cast<double>(units));
    }
    counted.of(unit).endStream();
  }
  calls = counted.whole();
  return reader;
}

const TraceFacts::Functions& IndexedFacts::functions() {
  if (reader_) return functions_;
  CallScope scope;
  scope.stacks = false;
  CallsOfTraces calls;
  reader_ = count(scope, calls);
  if (!reader_) return functions_;
  functions_.names = &reader_->names();
  functions_.table = makeFunctionTable(calls.profile, reader_->names(), calls.apart);
  return functions_;
}

SideFunctions IndexedFacts::compared(uint32_t trace, Time begin, Time end, const FunctionsWanted& wanted) {
  const ComparedScope scope{.trace = trace, .begin = begin, .end = end};
  return comparedFunctions(scope, index(), wanted,
                           [this](const std::shared_ptr<Question>& question) { ask(question); });
}

const TraceFacts::Stacks& IndexedFacts::stacks() {
  if (stackReader_) return stacks_;
  CallScope scope;
  scope.functions = false;
  CallsOfTraces calls;
  stackReader_ = count(scope, calls);
  if (!stackReader_) return stacks_;
  tree_ = std::move(calls.profile.tree);
  stacks_ = {&tree_, &stackReader_->names()};
  return stacks_;
}

}  // namespace tp
