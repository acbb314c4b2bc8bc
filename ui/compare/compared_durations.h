// How long the calls of one function took in A and in B, and how certain it is that this differs, as the workers
// answer.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "core/analysis/compare/duration_changes.h"
#include "core/session/compare/timed_calls_question.h"
#include "ui/view/compare_answer.h"

namespace tp::ui {

class ComparedDurations {
 public:
  // Returns the comparison; null while it is being computed. Then asks for what is missing, one side after the other,
  // unless `quiet`. `functions`: its names in A and in B. Owned by this object, until another one is wanted.
  const DurationComparison* of(Session& session, const CompareAnswer::Scopes& scopes,
                               const std::array<std::string, 2>& functions, bool quiet);

 private:
  uint64_t opening_ = 0;  // Session::opening() of all below
  CompareAnswer::Scopes scopes_;
  std::array<std::string, 2> functions_;
  std::array<std::shared_ptr<TimedCallsQuestion>, 2> asked_;
  std::optional<DurationComparison> found_;
};

}  // namespace tp::ui
