// What tables need to know of a trace as a whole, computed in the same thread.
#pragma once

#include <memory>
#include <utility>

#include "core/analysis/calls_by_trace.h"
#include "core/decode/record_driver.h"
#include "core/joint/open_traces.h"
#include "core/session/compare/compared_functions.h"
#include "core/session/scheduling/scheduling_question.h"
#include "core/session/waits/waits_question.h"
#include "core/tables/table_trace.h"
#include "tests/support/local_session.h"

namespace tp::test {

class LocalFacts final : public TraceFacts {
 public:
  explicit LocalFacts(const FileSet& files) : files_(files) {}

  const TraceIndex& index() override { return session().index(); }
  const Scheduling& scheduling() override {
    if (!question_) {
      question_ = std::make_shared<SchedulingQuestion>(SchedulingScope());
      ask(question_);
    }
    return question_->scheduling();
  }
  const WaitGraph& waits() override {
    if (!waits_) {
      waits_ = std::make_shared<WaitsQuestion>();
      ask(waits_);
    }
    return *waits_->graph();
  }
  const Functions& functions() override {
    if (reader_) return functions_;
    CallScope scope;
    scope.stacks = false;
    CallsOfTraces all = count(scope, reader_);
    functions_.names = &reader_->names();
    functions_.table = makeFunctionTable(all.profile, reader_->names(), all.apart);
    return functions_;
  }
  const Stacks& stacks() override {
    if (stackReader_) return stacks_;
    CallScope scope;
    scope.functions = false;
    tree_ = std::move(count(scope, stackReader_).profile.tree);
    stacks_ = {&tree_, &stackReader_->names()};
    return stacks_;
  }

  SideFunctions compared(uint32_t trace, Time begin, Time end, const FunctionsWanted& wanted) override {
    const ComparedScope scope{.trace = trace, .begin = begin, .end = end};
    return comparedFunctions(scope, index(), wanted,
                             [this](const std::shared_ptr<Question>& question) { ask(question); });
  }

 private:
  CallsOfTraces count(const CallScope& scope, std::unique_ptr<TraceReader>& reader) {
    reader = std::move(*openTraces(files_, {}));
    CallsByTrace calls(scope, *reader);
    RecordBatch batch;
    for (size_t unit = 0; unit < reader->streams().size() + reader->merges().size(); ++unit) {
      if (!mayCount(scope, *reader, unit)) continue;
      const auto driver = makeDriver(*reader, unit);
      calls.of(unit).startStream();
      while (driver->pull(batch, files_) == RecordDriver::Step::Batch) calls.of(unit).add(batch);
      calls.of(unit).endStream();
    }
    return calls.whole();
  }
  void ask(const std::shared_ptr<Question>& question) {
    session().ask(question);
    for (int i = 0; i < 100000 && !question->done(); ++i) session_.finish();
  }
  Session& session() {
    if (!opened_) session_.open(files_);
    opened_ = true;
    return session_.session;
  }

  const FileSet& files_;
  LocalSession session_;
  bool opened_ = false;
  std::shared_ptr<SchedulingQuestion> question_;
  std::shared_ptr<WaitsQuestion> waits_;
  std::unique_ptr<TraceReader> reader_, stackReader_;
  CallTree tree_;
  Stacks stacks_;
  Functions functions_;
};

}  // namespace tp::test
