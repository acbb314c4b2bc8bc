// Asks for the profile of the calls within a scope.
#pragma once

#include "core/analysis/calls_by_trace.h"
#include "core/analysis/function_stats.h"
#include "core/session/calls/state_joiner.h"
#include "core/session/question.h"

namespace tp {

// The profile of the calls within a scope, and the table of functions that follows from it.
struct Calls {
  uint32_t id = 0;  // differs from that of earlier results
  CallScope scope;
  CallProfile profile;
  size_t trackClass = 0;  // CallProfiles::classOf() of the tracks that `profile` is of
  FunctionTable functions;
};

class CallsQuestion final : public Question {
 public:
  // `kind`: Calls, CallTable or Compared, each of which has one at a time.
  CallsQuestion(CallScope scope, uint32_t id, JobKind kind = JobKind::Calls);

  const CallScope& scope() const { return calls_.scope; }
  // Valid once done().
  const Calls& calls() const { return calls_; }

  JobKind kind() const override { return kind_; }
  void begin(const TraceIndex& index) override { joiner_.begin(calls_.scope, index); }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;
  void finish(const TraceIndex& index) override;
  bool goesOn() const override { return left_; }
  float asPart(float progress) const override;

 private:
  JobKind kind_;
  StateJoiner joiner_;
  bool left_ = false;  // the calls are still to be asked for
  Calls calls_;
  ProfilesByTrace profiles_;
};

}  // namespace tp
