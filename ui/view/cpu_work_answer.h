// What a CPU did in a range of time, as the workers are asked for it.
#pragma once

#include <memory>

#include "core/session/scheduling/cpu_work_question.h"
#include "core/session/session.h"

namespace tp::ui {

// What a CPU did in a range. The workers are asked once, and the answer is kept until another range
// is wanted.
class CpuWorkAnswer {
 public:
  // Returns the answer; null if it is not there. Then asks for it, unless `quiet` or the trace is not indexed yet.
  const CpuWork* want(Session& session, const CpuWorkScope& scope, bool quiet);
  // The answer for the last range for which there was one; null: there is none.
  const CpuWorkQuestion* last() const { return shown_.get(); }

 private:
  uint64_t opening_ = 0;  // Session::opening() of the answers
  std::shared_ptr<CpuWorkQuestion> asked_, shown_;
};

}  // namespace tp::ui
