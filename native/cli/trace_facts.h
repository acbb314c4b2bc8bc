// What the tables of a query need to know of the whole trace, computed by the code of the other verbs when it is asked
// for first. Several threads may ask.
#pragma once

#include <mutex>
#include <optional>

#include "core/session/scheduling/scheduling_question.h"
#include "core/session/waits/waits_question.h"
#include "core/tables/table_trace.h"
#include "native/cli/calls.h"
#include "native/cli/indexed.h"

namespace tp::cli {

class CliFacts final : public TraceFacts {
 public:
  // `traces` must outlive this.
  explicit CliFacts(const TraceArguments& traces) : traces_(traces) {}

  const TraceIndex& index() override;
  const Scheduling& scheduling() override;
  const WaitGraph& waits() override;
  const Functions& functions() override;
  const Stacks& stacks() override;
  SideFunctions compared(uint32_t trace, Time begin, Time end, const FunctionsWanted& wanted) override;

  // When no other thread asks any more:
  //
  // Whether something could not be read again; that was complained of.
  bool failed() const { return failed_; }
  // Null if no table has needed the index.
  const IndexedTrace* indexedTrace() const { return indexed_ ? &*indexed_ : nullptr; }

 private:
  IndexedTrace& indexed();

  const TraceArguments& traces_;
  std::mutex mutex_;  // while something is computed
  std::optional<IndexedTrace> indexed_;
  std::optional<IndexedTrace> merged_;  // whose functions are those of `tracepane compare`
  std::shared_ptr<SchedulingQuestion> scheduling_;
  std::shared_ptr<WaitsQuestion> waits_;
  std::optional<TraceCalls> calls_;
  Functions functions_;
  std::optional<TraceCalls> stackCalls_;
  Stacks stacks_;
  bool failed_ = false;
};

}  // namespace tp::cli
