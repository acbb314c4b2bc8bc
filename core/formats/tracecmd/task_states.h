// What became of a thread that left its CPU.
#pragma once

#include <array>

#include "core/formats/tracecmd/events.h"
#include "core/kernel/thread_model.h"

namespace tp::tracecmd {

// What sched_switch says became of the thread that leaves: the bits of prev_state mean other things in every few
// versions of the kernel, but the event's format tells their letters.
class TaskStates {
 public:
  explicit TaskStates(const Events& events);
  kernel::ThreadState of(int64_t prevState) const;
  const Field* field() const { return field_; }

 private:
  const Field* field_ = nullptr;
  std::array<kernel::ThreadState, 32> byBit_{};
};

}  // namespace tp::tracecmd
