// Asks how long softirqs were pending within a scope.
#pragma once

#include "core/analysis/softirq_waits.h"
#include "core/session/question.h"

namespace tp {

class SoftirqsQuestion final : public Question {
 public:
  // `kind`: Softirqs or ComparedSoftirqs, each of which has one at a time.
  explicit SoftirqsQuestion(SchedulingScope scope = {}, JobKind kind = JobKind::Softirqs)
      : scope_(std::move(scope)), kind_(kind) {}

  const SchedulingScope& scope() const { return scope_; }
  // Valid once done(). Empty if the trace has no softirq_raise events.
  const SoftirqWaits& waits() const { return waits_; }

  JobKind kind() const override { return kind_; }
  void write(const TraceIndex&, uint32_t, uint32_t, WireWriter& out) const override { out(scope_); }
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;

 private:
  SchedulingScope scope_;
  JobKind kind_;
  SoftirqWaits waits_;
};

}  // namespace tp
