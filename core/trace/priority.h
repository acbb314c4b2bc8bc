// Priorities of threads as the kernel counts them: 120 is nice 0, 0 to 98 are real time, -1 is a deadline.
// Source: include/linux/sched/prio.h; effective_prio() of kernel/sched.
#pragma once

#include <cstdint>
#include <string>

namespace tp {

// Returns "120", or "79 (rt 20)" with what sched_setscheduler() calls it.
inline std::string priorityText(int32_t priority) {
  constexpr int32_t kLowestRealTime = 98, kMaxUrgent = 99;
  std::string text = std::to_string(priority);
  if (priority >= 0 && priority <= kLowestRealTime) text += " (rt " + std::to_string(kMaxUrgent - priority) + ")";
  if (priority == -1) text += " (deadline)";
  return text;
}

}  // namespace tp
