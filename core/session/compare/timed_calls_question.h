// Asks how long the calls of one function took in the course of a side's time.
#pragma once

#include <string>

#include "core/analysis/call_profile.h"
#include "core/analysis/compare/timed_durations.h"
#include "core/session/question.h"

namespace tp {

class TimedCallsQuestion final : public Question {
 public:
  // `function`: as NameTable::view() has it. `from` and `to` are the time of the side, which is divided into parts.
  TimedCallsQuestion(CallScope scope, std::string function, Time from, Time to);

  // Valid once done(), and as Functions counts: of the first class of tracks that has calls.
  std::vector<std::vector<BoundedCount>> parts() { return durations_.parts(); }
  const TimedDurations::Left& left() const { return durations_.left(); }

  JobKind kind() const override { return JobKind::ComparedCalls; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;

 private:
  CallScope scope_;
  std::string function_;
  Time from_, to_;
  uint32_t class_ = CallProfiles::kClasses;
  TimedDurations durations_;
};

}  // namespace tp
