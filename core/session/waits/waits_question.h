// Asks what every thread of the trace waited for, as a graph to be walked. If several traces are joined, it then asks
// in which calls of their programs the threads of a kernel waited.
#pragma once

#include <memory>

#include "core/analysis/waits/call_joiner.h"
#include "core/session/question.h"

namespace tp {

class WaitsQuestion final : public Question {
 public:
  // `joined`: several traces are, so that progress() leaves room for the calls of their programs.
  explicit WaitsQuestion(bool joined = false) : joined_(joined) {}

  // Valid once done(). Who asked may keep it for as long as the trace is open.
  std::shared_ptr<const WaitGraph> graph() const { return graph_; }

  JobKind kind() const override { return JobKind::Waits; }
  // As SchedulingQuestion asks: what is drawn.
  void write(const TraceIndex& index, uint32_t worker, uint32_t, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void finish(const TraceIndex& index) override;
  bool goesOn() const override { return joiner_.asks(); }
  float asPart(float progress) const override {
    return joiner_.asks() ? 0.7f + 0.3f * progress : (joined_ ? 0.7f : 1.0f) * progress;
  }

 private:
  std::shared_ptr<WaitGraph> graph_ = std::make_shared<WaitGraph>();
  CallJoiner joiner_;
  bool joined_;
};

}  // namespace tp
