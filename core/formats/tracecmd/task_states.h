// The state of a thread that leaves its CPU.
#pragma once

#include <array>

#include "core/formats/tracecmd/events.h"
#include "core/kernel/thread_model.h"

namespace tp::tracecmd {

// Interprets prev_state of sched_switch. The meaning of its bits varies between versions of the kernel, but the event's
// format lists their letters.
class TaskStates {
 public:
  explicit TaskStates(const Events& events);
  // Returns the state for a value of prev_state.
  kernel::ThreadState of(int64_t prevState) const;
  // Returns the field prev_state; null if the trace does not have it.
  const Field* field() const { return field_; }

 private:
  const Field* field_ = nullptr;
  std::array<kernel::ThreadState, 32> byBit_{};
};

}  // namespace tp::tracecmd
