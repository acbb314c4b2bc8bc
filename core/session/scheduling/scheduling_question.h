// Asks what the scheduler did within a scope.
#pragma once

#include "core/analysis/scheduling.h"
#include "core/session/question.h"

namespace tp {

class SchedulingQuestion final : public Question {
 public:
  // `kind`: Scheduling or ComparedThreads, each of which has one at a time.
  explicit SchedulingQuestion(const SchedulingScope& scope, const LatencyFilter& filter = {},
                              JobKind kind = JobKind::Scheduling)
      : kind_(kind) {
    scheduling_.scope = scope;
    scheduling_.filter = filter;
  }

  const SchedulingScope& scope() const { return scheduling_.scope; }
  const LatencyFilter& filter() const { return scheduling_.filter; }
  // Valid once done().
  const Scheduling& scheduling() const { return scheduling_; }

  JobKind kind() const override { return kind_; }
  // The scope is limited to what is drawn: of uftrace, the time before the first call is in no view.
  void write(const TraceIndex& index, uint32_t worker, uint32_t, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void finish(const TraceIndex& index) override;

 private:
  JobKind kind_;
  Scheduling scheduling_;
};

}  // namespace tp
