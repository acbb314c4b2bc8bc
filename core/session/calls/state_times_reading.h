// StateTimesReading finds when threads were in the states that a scope asks for, in a worker's streams and merges.
#pragma once

#include "core/analysis/state_times.h"
#include "core/session/scheduling/scheduling_job.h"

namespace tp {

class StateTimesReading {
 public:
  // Both must outlive this.
  StateTimesReading(const CallScope& scope, TraceReader& reader);
  // Callbacks refer to it.
  StateTimesReading(const StateTimesReading&) = delete;
  StateTimesReading& operator=(const StateTimesReading&) = delete;

  // Decodes some chunks. Returns false when all is done.
  bool step(const JobSite& site);
  float progress() const { return scheduling_.progress(); }
  // Complete once step() has returned false.
  const StateTimes& times() const { return times_; }

 private:
  StateTimes times_;
  SchedulingJob scheduling_;
};

}  // namespace tp
