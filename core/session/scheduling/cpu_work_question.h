// Asks what a CPU did within a range.
#pragma once

#include "core/analysis/cpu_work.h"
#include "core/session/question.h"

namespace tp {

class CpuWorkQuestion final : public Question {
 public:
  explicit CpuWorkQuestion(const CpuWorkScope& scope) : scope_(scope) {}

  const CpuWorkScope& scope() const { return scope_; }
  // Valid once done().
  const CpuWork& work() const { return work_; }

  JobKind kind() const override { return JobKind::CpuWork; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void finish(const TraceIndex& index) override { work_.finish(index.names()); }

 private:
  CpuWorkScope scope_;
  CpuWork work_;
};

}  // namespace tp
