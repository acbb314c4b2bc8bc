// Asks what CPUs did, each within a range of its own.
#pragma once

#include <utility>
#include <vector>

#include "core/analysis/cpu_work.h"
#include "core/session/question.h"

namespace tp {

class CpuWorkQuestion final : public Question {
 public:
  // So many are answered at a time.
  static constexpr size_t kMaxScopes = 64;

  explicit CpuWorkQuestion(const CpuWorkScope& scope) : CpuWorkQuestion(std::vector<CpuWorkScope>{scope}) {}
  // There must be one at least, and kMaxScopes at most.
  explicit CpuWorkQuestion(std::vector<CpuWorkScope> scopes) : scopes_(std::move(scopes)), works_(scopes_.size()) {}

  // Of the first one. work() is valid once done().
  const CpuWorkScope& scope() const { return scopes_.front(); }
  const CpuWork& work() const { return works_.front(); }
  // Returns what a CPU did in one of the ranges; null if that was not asked for, or is not done().
  const CpuWork* workOf(const CpuWorkScope& scope) const;
  // Whether that was asked for.
  bool asks(const CpuWorkScope& scope) const;

  JobKind kind() const override { return JobKind::CpuWork; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void finish(const TraceIndex& index) override {
    for (CpuWork& work : works_) work.finish(index.names());
  }

 private:
  std::vector<CpuWorkScope> scopes_;
  std::vector<CpuWork> works_;  // by scope
};

}  // namespace tp
