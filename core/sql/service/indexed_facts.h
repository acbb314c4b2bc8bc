// What the tables of a query need to know of the whole trace, computed by a session with one worker in the caller's
// thread, when it is asked for first.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/analysis/calls_by_trace.h"
#include "core/io/file_set.h"
#include "core/joint/join_options.h"
#include "core/session/index_worker.h"
#include "core/session/scheduling/scheduling_question.h"
#include "core/session/session.h"
#include "core/session/waits/waits_question.h"
#include "core/tables/table_trace.h"

namespace tp {

class IndexedFacts final : public TraceFacts, private WorkerPort {
 public:
  // `files`, which have no archives, and `cancelled` must outlive this. `tell` is called now and then with the share of
  // the work that is done, from 0 to 1, or -1 if that is not known. After `cancelled` was set, answers are of what was
  // read until then: this is to be dropped.
  IndexedFacts(const FileSet& files, const JoinOptions& options, const std::atomic<bool>& cancelled,
               std::function<void(double share)> tell);

  // As SqlService::takeIndex().
  void takeIndex(Bytes block);

  const TraceIndex& index() override;
  const Scheduling& scheduling() override;
  const WaitGraph& waits() override;
  const Functions& functions() override;
  const Stacks& stacks() override;
  SideFunctions compared(uint32_t trace, Time begin, Time end, const FunctionsWanted& wanted) override;

  // Why something can't be told; empty if all is well.
  const std::string& failure() const { return failure_; }

 private:
  uint32_t workers() const override { return 1; }
  void post(uint32_t, std::vector<std::byte> message) override { worker_.receive(message); }
  void deliver();
  // Lets the worker work until the question is answered.
  void ask(const std::shared_ptr<Question>& question);
  // Reads the whole trace by a reader of its own; null if it can't be opened.
  std::unique_ptr<TraceReader> count(const CallScope& scope, CallsOfTraces& calls);

  const FileSet& files_;
  const JoinOptions options_;
  const std::atomic<bool>& cancelled_;
  const std::function<void(double)> tell_;
  std::string failure_;
  IndexWorker worker_;
  Session session_;
  bool indexed_ = false;
  bool given_ = false;  // a block of the index has come
  std::shared_ptr<SchedulingQuestion> scheduling_;
  std::shared_ptr<WaitsQuestion> waits_;
  std::unique_ptr<TraceReader> reader_;  // has the names of functions_
  Functions functions_;
  std::unique_ptr<TraceReader> stackReader_;  // has the names of stacks_
  CallTree tree_;
  Stacks stacks_;
};

}  // namespace tp
