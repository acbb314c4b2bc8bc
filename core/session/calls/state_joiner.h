// StateJoiner asks, before calls are weighed by states of threads, what a kernel's trace tells of the threads of a
// program whose calls another trace recorded.
#pragma once

#include <memory>

#include "core/analysis/call_profile.h"
#include "core/analysis/joined_times.h"
#include "core/session/waits/waits_question.h"

namespace tp {

class StateJoiner {
 public:
  // Called each time before workers are asked. There is something to ask only if the scope weighs by states, and
  // traces of a kernel and of a program have clocks that agree exactly.
  void begin(const CallScope& scope, const TraceIndex& index);
  // Whether the waits are asked for. What follows of the question is asked when they are known.
  bool asks() const { return waits_ != nullptr; }
  // Writes whether the waits are asked for, and if so the request. Returns that.
  bool write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) { return waits_->read(index, worker, in); }
  void finish(const TraceIndex& index);
  float asPart(float progress) const { return waits_ ? waits_->asPart(progress) : progress; }

  // Returns what a worker is told, in its own tracks.
  JoinedTimes timesFor(const TraceIndex& index, uint32_t worker) const;
  // What is not certain of the times that were told.
  const StateSums& sums() const { return sums_; }

 private:
  CallScope scope_;  // as workers have it, but for tracks
  bool begun_ = false;
  std::unique_ptr<WaitsQuestion> waits_;
  JoinedTimes times_;
  StateSums sums_;
};

}  // namespace tp
