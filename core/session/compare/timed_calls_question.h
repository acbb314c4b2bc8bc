// Asks how long the calls of one function took while a recording went on.
#pragma once

#include <string>
#include <utility>

#include "core/analysis/call_profile.h"
#include "core/analysis/compare/timed_durations.h"
#include "core/session/question.h"

namespace tp {

class TimedCallsQuestion final : public Question {
 public:
  // `function`: as NameTable::view() has it.
  TimedCallsQuestion(CallScope scope, std::string function)
      : scope_(std::move(scope)), function_(std::move(function)) {}

  // Valid once done(), and as Functions counts: of the first class of tracks that has calls.
  std::vector<std::vector<BoundedCount>> parts() { return durations_.parts(); }
  const TimedDurations::Left& left() const { return durations_.left(); }

  JobKind kind() const override { return JobKind::ComparedCalls; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;

 private:
  CallScope scope_;
  std::string function_;
  uint32_t class_ = CallProfiles::kClasses;
  TimedDurations durations_;
};

}  // namespace tp
