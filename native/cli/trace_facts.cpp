#include "native/cli/trace_facts.h"

#include "core/session/compare/compared_functions.h"

namespace tp::cli {

IndexedTrace& CliFacts::indexed() {
  if (!indexed_) {
    indexed_.emplace(traces_.threads);
    failed_ = !indexed_->open(traces_) || failed_;
  }
  return *indexed_;
}

const TraceIndex& CliFacts::index() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return indexed().index();
}

const Scheduling& CliFacts::scheduling() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!scheduling_) {
    scheduling_ = std::make_shared<SchedulingQuestion>(SchedulingScope());
    indexed().ask(scheduling_);
  }
  return scheduling_->scheduling();
}

const WaitGraph& CliFacts::waits() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!waits_) {
    waits_ = std::make_shared<WaitsQuestion>();
    indexed().ask(waits_);
  }
  return *waits_->graph();
}

const TraceFacts::Functions& CliFacts::functions() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!calls_) {
    CallScope scope;
    scope.stacks = false;
    calls_.emplace();
    if (collectCalls(traces_, scope, *calls_)) {
      functions_.names = &calls_->trace.reader->names();
      functions_.table = makeFunctionTable(calls_->profile, *functions_.names, calls_->apart);
    } else {
      failed_ = true;
    }
  }
  return functions_;
}

SideFunctions CliFacts::compared(uint32_t trace, Time begin, Time end, const FunctionsWanted& wanted) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!merged_) {
    merged_.emplace(traces_.threads);
    const auto functions = traces_.signatures ? FunctionIdentity::Signatures : FunctionIdentity::Merged;
    failed_ = !merged_->open(traces_, functions) || failed_;
  }
  const ComparedScope scope{.trace = trace, .begin = begin, .end = end};
  return comparedFunctions(scope, merged_->index(), wanted,
                           [this](const std::shared_ptr<Question>& question) { merged_->ask(question); });
}

const TraceFacts::Stacks& CliFacts::stacks() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (stackCalls_) return stacks_;
  CallScope scope;
  scope.functions = false;
  stackCalls_.emplace();
  if (collectCalls(traces_, scope, *stackCalls_)) {
    stacks_ = {&stackCalls_->profile.tree, &stackCalls_->trace.reader->names()};
  } else {
    failed_ = true;
  }
  return stacks_;
}

}  // namespace tp::cli
