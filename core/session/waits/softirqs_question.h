// Asks how long softirqs were pending.
#pragma once

#include "core/analysis/softirq_waits.h"
#include "core/session/question.h"

namespace tp {

class SoftirqsQuestion final : public Question {
 public:
  // Valid once done(). Empty if the trace has no softirq_raise events.
  const SoftirqWaits& waits() const { return waits_; }

  JobKind kind() const override { return JobKind::Softirqs; }
  void write(const TraceIndex&, uint32_t, uint32_t, WireWriter&) const override {}
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;

 private:
  SoftirqWaits waits_;
};

}  // namespace tp
