// StateTimesReading finds when threads were in the states that a scope asks for, in a worker's streams and merges.
#pragma once

#include "core/analysis/state_times.h"
#include "core/session/scheduling/scheduling_job.h"

namespace tp {

class StateTimesReading {
 public:
  // All of them must outlive this. `joined` is what another trace tells of threads here.
  StateTimesReading(const CallScope& scope, TraceReader& reader, const JoinedTimes& joined);
  // Callbacks refer to it.
  StateTimesReading(const StateTimesReading&) = delete;
  StateTimesReading& operator=(const StateTimesReading&) = delete;

  // Decodes some chunks. Returns false when all is done.
  bool step(const JobSite& site);
  float progress() const { return scheduling_.progress(); }
  // Complete once step() has returned false.
  const StateTimes& times() const { return times_; }

 private:
  void join(const JobSite& site);

  TraceReader& reader_;
  const JoinedTimes& joined_;
  StateTimes times_;
  SchedulingJob scheduling_;
};

}  // namespace tp
