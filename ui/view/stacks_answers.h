// A panel's question about stacks, and the last few answers.
#pragma once

#include <memory>
#include <vector>

#include "core/session/session.h"
#include "core/session/stacks/stacks_question.h"

namespace tp::ui {

class StacksAnswers {
 public:
  // `shares`: as for StacksQuestion.
  explicit StacksAnswers(JobKind kind, bool shares = true) : kind_(kind), shares_(shares) {}

  // Returns the answer to a query; null if it is not there. Then asks for it, unless the trace is not indexed yet or a
  // mouse button is down. `all`: as for StacksQuestion.
  std::shared_ptr<const StacksQuestion> want(Session& session, const StackQuery& query, bool all);
  // Progress of the last question, 0 to 1.
  double progress() const { return asked_ ? asked_->progress() : 1; }
  void forget();
  JobKind kind() const { return kind_; }

 private:
  static constexpr size_t kMax = 6;

  JobKind kind_;
  bool shares_;
  uint64_t opening_ = 0, naming_ = 0;  // Session::opening() and naming() that they are of
  std::shared_ptr<StacksQuestion> asked_;
  std::vector<std::shared_ptr<StacksQuestion>> answers_;  // the last that was wanted first
};

}  // namespace tp::ui
