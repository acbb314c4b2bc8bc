// What is asked for the latencies of one side of a comparison, one question after the other.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/analysis/compare/side_latencies.h"
#include "core/session/compare/compared_scope.h"
#include "core/session/scheduling/scheduling_question.h"
#include "core/session/slices/slices_question.h"
#include "core/session/waits/softirqs_question.h"

namespace tp {

class LatencyQuestions {
 public:
  // `tids`: ids of the only threads that count, besides those of the scope's tracks; empty: all. Of some threads,
  // there are system calls and wakeups only.
  LatencyQuestions(const ComparedScope& scope, std::vector<int64_t> tids, const TraceIndex& index);

  // Returns the next question that is not answered; null if all are. It returns the same one until that is done().
  std::shared_ptr<Question> next();
  // From 0 to 1.
  double progress() const;
  // Whether an answer is of what could still be read.
  bool cut() const;
  // Valid once next() has returned null.
  SideTimes times(const TraceIndex& index) const;

 private:
  std::vector<std::shared_ptr<Question>> all() const;

  ComparedSide side_;
  std::vector<int64_t> tids_;  // of the scope's tracks, too
  std::vector<std::shared_ptr<SlicesQuestion>> slices_;
  std::shared_ptr<SoftirqsQuestion> softirqs_;  // null: they are of no thread
  std::shared_ptr<SchedulingQuestion> scheduling_;
};

}  // namespace tp
